import Forms
import SeededTesting
import StudyExport
import Testing

/// What somebody finds who adds and subtracts all published numbers of answers.
@Suite struct ResultAttackTests {
    /// An answer with its author, whom only the judge knows.
    private struct Given {
        let person: Int
        let day: Int
        let form: Int
        let answers: FormAnswers
    }

    private static let choices = ["none", "mild", "strong", "severe"]
    private static let signs = ["sneezing", "itching"]

    private static func form(_ version: String) -> FormDefinition {
        var form = FormDefinition(
            id: "made-up", version: version, title: ["en": "Made up"],
            languages: [.init(code: "en", name: "English")])
        form.choices = [
            "grades": choices.map { FormChoice(name: $0, label: [:]) },
            "signs": signs.map { FormChoice(name: $0, label: [:]) },
        ]
        var (nose, signs) = (FormItem(.selectOne, "nose"), FormItem(.selectMultiple, "signs"))
        (nose.choices, signs.choices) = ("grades", "signs")
        form.items = [nose, signs, FormItem(.integer, "pills"), FormItem(.acknowledge, "indoors")]
        return form
    }

    private static let forms = [form("1"), form("2")]

    /// A week of people who answer on some days, mostly alike, and who leave questions out.
    private func week(seed: UInt64) -> [Given] {
        var generator = SeededGenerator(seed: seed)
        func chance(_ part: Double) -> Bool { Double.random(in: 0..<1, using: &generator) < part }
        let rareness = Double.random(in: 0..<0.2, using: &generator)
        let people = Int.random(in: 3...60, using: &generator)
        return (0..<people).flatMap { person in
            (0..<7).filter { _ in chance(0.5) }.map { day in
                var values: [String: FormAnswer] = [:]
                let grade = chance(rareness) ? Int.random(in: 2...3, using: &generator) : chance(0.6) ? 0 : 1
                if !chance(rareness) { values["nose"] = .text(Self.choices[grade]) }
                let signs = Self.signs.filter { _ in chance(rareness + 0.1) }
                if !signs.isEmpty { values["signs"] = .choices(signs) }
                let pills = chance(0.8) ? 0 : Int.random(in: 1...4, using: &generator)
                if !chance(rareness) { values["pills"] = .number(Double(pills)) }
                if chance(0.9) { values["indoors"] = .text("OK") }
                return Given(
                    person: person, day: day, form: day < 3 ? 0 : 1, answers: FormAnswers(values))
            }
        }
    }

    private func published(_ week: [Given], k: Int, isLinked: Bool) -> StudyResults? {
        var tally = StudyTally(Self.forms, k: k, isLinked: isLinked)
        for given in week {
            tally.add(given.answers, to: given.form, by: isLinked ? given.person : given.day)
        }
        return tally.results(versions: [[1], [2]])
    }

    /// Whether something about these answers may be told: it is about many people, or about nobody.
    private func isSafe(_ answers: [Given], _ k: Int) -> Bool {
        answers.isEmpty || Set(answers.map(\.person)).count >= k
    }

    /// Checks all sums of published numbers, and what is left of the total after each.
    ///
    /// - Returns: How many numbers were published.
    private func attack(
        _ choices: [StudyResults.Choice], of all: [Given], k: Int, _ seed: UInt64,
        _ isOf: (Given, String) -> Bool
    ) -> Int {
        let shown = choices.filter { $0.answers != nil }
        for sum in 1..<(1 << shown.count) {
            let names = shown.indices.filter { sum & (1 << $0) != 0 }.map { shown[$0].name }
            let inside = all.filter { given in names.contains { isOf(given, $0) } }
            let outside = all.filter { given in !names.contains { isOf(given, $0) } }
            #expect(isSafe(inside, k) && isSafe(outside, k), "seed \(seed): \(names)")
        }
        for choice in shown {
            let truth = all.count { isOf($0, choice.name) }
            #expect(choice.answers == truth, "seed \(seed)")
        }
        return shown.count
    }

    private func judge(_ version: StudyResults.Version, _ all: [Given], k: Int, _ seed: UInt64) -> Int {
        #expect(version.answers == all.count && isSafe(all, k), "seed \(seed)")
        let questions = version.questions
        var count = attack(questions[0].choices ?? [], of: all, k: k, seed) {
            $0.answers.values["nose"] == .text($1)
        }
        for choice in questions[1].choices ?? [] {
            count += attack([choice], of: all, k: k, seed) { given, name in
                guard case .choices(let names) = given.answers.values["signs"] else { return false }
                return names.contains(name)
            }
        }
        count += attack(questions[3].choices ?? [], of: all, k: k, seed) { given, _ in
            given.answers.values["indoors"] != nil
        }
        let (numbers, rest) = (
            all.filter { $0.answers.values["pills"] != nil }, all.filter { $0.answers.values["pills"] == nil }
        )
        if questions[2].mean != nil { #expect(isSafe(numbers, k), "seed \(seed)") }
        if questions[2].answers != nil { #expect(isSafe(numbers, k) && isSafe(rest, k), "seed \(seed)") }
        return count + (questions[2].mean == nil ? 0 : 1)
    }

    @Test(arguments: [true, false])
    func `no sum of published numbers is about few people in 200 studies`(isLinked: Bool) {
        var (told, asked) = (0, 0)
        for seed in UInt64(0)..<200 {
            let (week, k) = (week(seed: seed), 5 + Int(seed % 6))
            for version in published(week, k: k, isLinked: isLinked)?.versions ?? [] {
                told += judge(version, week.filter { $0.form == version.versions[0] - 1 }, k: k, seed)
                asked += 8
            }
        }
        // Safety by silence would be no use.
        #expect(asked > 1_000 && told * 4 > asked, "\(told) of \(asked)")
    }

    @Test func `the same attack finds people where only small numbers are hidden`() {
        let found = (UInt64(0)..<200).contains { seed in
            let all = week(seed: seed).filter { $0.form == 0 }
            let cells = Self.choices.map { name in all.filter { $0.answers.values["nose"] == .text(name) } }
            let left = all.filter { $0.answers.values["nose"] == nil }
            let hidden = (cells + [left]).filter { !isSafe($0, 5) }.flatMap(\.self)
            return isSafe(all, 5) && !isSafe(hidden, 5)
        }
        #expect(found)
    }

    @Test func `a mean that is mostly one person's is not shown`() {
        let week = (0..<9).map { person in
            Given(
                person: person, day: 0, form: 0,
                answers: FormAnswers(["pills": .number(person == 0 ? 40 : 0)]))
        }
        let pills = published(week, k: 5, isLinked: true)?.versions[0].questions[2]
        #expect(pills?.answers == 9 && pills?.mean == nil)
        let even = week.map { given in
            Given(
                person: given.person, day: 0, form: 0,
                answers: FormAnswers(["pills": .number(Double(given.person % 3))]))
        }
        #expect(published(even, k: 5, isLinked: true)?.versions[0].questions[2].mean == 1)
    }

    @Test func `nothing is shown about fewer people than k`() {
        let few = week(seed: 1).filter { $0.person < 4 }
        #expect(!few.isEmpty && published(few, k: 5, isLinked: true) == nil)
    }
}
