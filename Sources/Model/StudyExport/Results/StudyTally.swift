package import Forms

/// Counts answers to forms, and tells what of it everybody may read.
///
/// ## What is promised
/// All that follows from the numbers of a tally by adding and subtracting is about `k` people, or about
/// nobody. A question that fewer than `k` people were asked is left out. The answers of a tally are in no
/// other one, and what was told stays as it is; so the difference of two states of a page is a tally, too.
///
/// A mean is of `k` people, and no person has more than half of the sum. It is rounded such that it does not
/// tell how many left the question out.
///
/// ## What is not promised
/// If everybody of `k` people gave the same answer, it is known of each.
package struct StudyTally {
    private let k: Int
    private let isLinked: Bool
    private var tallies: [FormTally]

    /// - Parameters:
    ///   - forms: The forms, in their order.
    ///   - k: The fewest people about whom anything is told.
    ///   - isLinked: Whether answers belong to people.
    package init(_ forms: [FormDefinition], k: Int, isLinked: Bool) {
        (self.k, self.isLinked) = (k, isLinked)
        tallies = forms.map { FormTally($0) }
    }

    /// Counts an answer.
    ///
    /// - Parameters:
    ///   - answers: What was answered.
    ///   - form: The place of its form.
    ///   - unit: A number for the person, or for the day where answers belong to nobody: each gives one answer of it
    ///     to a form.
    package mutating func add(_ answers: FormAnswers, to form: Int, by unit: Int) {
        tallies[form].add(answers, by: unit)
    }

    /// What everybody may read.
    ///
    /// - Parameters:
    ///   - versions: The versions of the study that have each of the forms.
    ///   - names: What the study calls the form of each; `nil` if all are versions of the main one.
    /// - Returns: The results; `nil` if nothing may be read.
    package func results(versions: [[Int]], names: [String]? = nil) -> StudyResults? {
        let told = tallies.indices.compactMap { place in
            let name = names?[place]
            return tallies[place].version(
                versions[place], of: name == StudyPlan.mainForm ? nil : name, k: k, isLinked: isLinked)
        }
        return told.isEmpty ? nil : StudyResults(versions: told)
    }
}

/// The answers to one form.
private struct FormTally {
    private var questions: [QuestionTally]
    private var all = AnswerCrowd()

    init(_ form: FormDefinition) {
        questions = Self.counted(form.items).map { item in
            QuestionTally(item, choices: item.choices.flatMap { form.choices[$0] }?.map(\.name) ?? [])
        }
    }

    /// The questions whose answers are counted: what is asked several times or in people's own words is not.
    private static func counted(_ items: [FormItem]) -> [FormItem] {
        items.flatMap { item -> [FormItem] in
            switch item.kind {
            case .group: counted(item.items ?? [])
            case .selectOne, .selectMultiple, .acknowledge, .integer, .decimal, .range: [item]
            default: []
            }
        }
    }

    mutating func add(_ answers: FormAnswers, by unit: Int) {
        all.add(unit)
        for index in questions.indices { questions[index].add(answers, by: unit) }
    }

    func version(_ versions: [Int], of form: String?, k: Int, isLinked: Bool) -> StudyResults.Version? {
        guard all.people(isLinked: isLinked) >= k else { return nil }
        return StudyResults.Version(
            form: form, versions: versions, answers: all.count,
            questions: questions.map { $0.question(of: all, k: k, isLinked: isLinked) })
    }
}

/// The answers to one question.
private struct QuestionTally {
    private let item: FormItem
    private let choices: [String]
    private var chosen: [String: AnswerCrowd] = [:]
    private var numbers = AnswerCrowd()
    private var sum = 0.0
    /// The sum of the sizes of numbers, by person.
    private var sizes: [Int: Double] = [:]

    init(_ item: FormItem, choices: [String]) {
        self.item = item
        self.choices = item.kind == .acknowledge ? [StudyResults.ticked] : choices
    }

    mutating func add(_ answers: FormAnswers, by unit: Int) {
        switch (item.kind, answers.values[item.name]) {
        case (_, nil): break
        case (.acknowledge, .some(_)): chosen[StudyResults.ticked, default: AnswerCrowd()].add(unit)
        case (.selectOne, .text(let name)): chosen[name, default: AnswerCrowd()].add(unit)
        case (.selectMultiple, .choices(let names)):
            for name in Set(names) { chosen[name, default: AnswerCrowd()].add(unit) }
        case (_, .number(let number)) where number.isFinite:
            numbers.add(unit)
            sum += number
            sizes[unit, default: 0] += number.magnitude
        default: break
        }
    }

    func question(of all: AnswerCrowd, k: Int, isLinked: Bool) -> StudyResults.Question {
        switch item.kind {
        case .selectOne:
            let cells = choices.map { chosen[$0] ?? AnswerCrowd() }
            let shown = CellSuppression.shown(cells + [all.without(cells)], k: k, isLinked: isLinked)
            return told(cells.indices.map { choice(choices[$0], cells[$0], isShown: shown[$0]) })
        case .selectMultiple, .acknowledge:
            return told(
                choices.map { name in
                    let cell = chosen[name] ?? AnswerCrowd()
                    let shown = CellSuppression.shown([cell, all.without([cell])], k: k, isLinked: isLinked)
                    return choice(name, cell, isShown: shown[0])
                })
        default:
            let shown = CellSuppression.shown([numbers, all.without([numbers])], k: k, isLinked: isLinked)
            return StudyResults.Question(
                name: item.name, type: item.kind, answers: shown[0] ? numbers.count : nil,
                mean: mean(k: k, isLinked: isLinked), choices: nil)
        }
    }

    private func choice(_ name: String, _ cell: AnswerCrowd, isShown: Bool) -> StudyResults.Choice {
        StudyResults.Choice(name: name, answers: isShown ? cell.count : nil)
    }

    private func told(_ choices: [StudyResults.Choice]) -> StudyResults.Question {
        StudyResults.Question(name: item.name, type: item.kind, answers: nil, mean: nil, choices: choices)
    }

    // MARK: Means

    private func mean(k: Int, isLinked: Bool) -> Double? {
        guard numbers.people(isLinked: isLinked) >= k else { return nil }
        let whole = sizes.values.reduce(0, +)
        // Where answers belong to nobody, a day has many people, and its share says nothing of one.
        guard !isLinked || (sizes.values.max() ?? 0) * 2 <= whole else { return nil }
        let step = grid
        let steps = (sum / Double(numbers.count) / step).rounded()
        return (steps * step * 1e6).rounded() / 1e6
    }

    /// The steps in which the mean is told.
    ///
    /// Where ten numbers or more are in steps of one, a mean in steps of a tenth fits any number of them.
    private var grid: Double {
        switch item.kind {
        case .integer: numbers.count < 10 ? 0.5 : 0.1
        case .range: (item.range?.step.magnitude ?? 1) * (numbers.count < 10 ? 0.5 : 0.1)
        default: Self.tenth(of: sum / Double(numbers.count))
        }
    }

    /// A tenth of the power of ten below a number, so that two digits of it are told.
    private static func tenth(of mean: Double) -> Double {
        guard mean != 0, mean.isFinite else { return 1 }
        var power = 1.0
        while power * 10 <= mean.magnitude, power < 1e12 { power *= 10 }
        while power > mean.magnitude, power > 1e-6 { power /= 10 }
        return power / 10
    }
}
