import Allergens
import Diary
import Foundation
import SeededTesting
import Testing

/// 10 April 2026, a day of 24 hours in Zürich, which is two hours ahead of UTC.
private let day = CivilDate(daysSinceEpoch: 20_553)
private let morning = day.startInUTC.addingTimeInterval(6 * 3_600)

private func change(
    _ values: [DiaryItem: Int?], said: Date = morning, arrived now: Date? = nil
) -> DiaryChange {
    DiaryChange(
        said: said, values: values.mapValues { $0.map(DiaryEntry.Value.number) }, arrived: now ?? said)
}

struct DiaryEntryTests {
    private let zurich = TimeZone(identifier: "Europe/Zurich") ?? .gmt

    @Test func `every item has a key of its own by which it is found again`() {
        #expect(Set(DiaryItem.all.map(\.key)).count == DiaryItem.all.count)
        for item in DiaryItem.all { #expect(DiaryItem(key: item.key) == item) }
        #expect(DiaryItem(key: "symptom.Love") == nil)
        #expect(DiarySymptom.allCases.count == 40)
    }

    @Test func `of each item, what was said last stands, and nothing else is lost`() {
        var entry = DiaryEntry(day: day, begun: morning)
        entry.merge(change([.question(.nose): 2, .question(.eyes): 1]))
        // Another device, which was without a network, said this before and after.
        entry.merge(
            change([.question(.nose): 3, .symptom(.fever): 1], said: morning.addingTimeInterval(-60)))
        entry.merge(
            change([.question(.eyes): nil, .question(.skin): 0], said: morning.addingTimeInterval(60)))
        #expect(entry.answer(to: .nose) == 2)
        #expect(entry.answer(to: .eyes) == nil)
        #expect(entry.answer(to: .skin) == 0)
        #expect(entry.number(.symptom(.fever)) == 1)
        // What was taken back does not return.
        entry.merge(change([.question(.eyes): 1]))
        #expect(entry.answer(to: .eyes) == nil)
    }

    /// Devices may send their changes in any order, and any of them again.
    @Test func `the order of changes does not matter`() {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<200 {
            let items = DiaryItem.all.prefix(6)
            let changes = (0..<12).map { moment in
                let picked = items.filter { _ in Bool.random(using: &generator) }
                let values = picked.map { ($0, Bool.random(using: &generator) ? Int?.some(moment % 3) : nil) }
                return change(
                    Dictionary(uniqueKeysWithValues: values),
                    said: morning.addingTimeInterval(Double(moment)))
            }
            var (one, other) = (DiaryEntry(day: day, begun: morning), DiaryEntry(day: day, begun: morning))
            for change in changes { one.merge(change) }
            for change in (changes + changes.prefix(5)).shuffled(using: &generator) { other.merge(change) }
            #expect(one == other)
        }
    }

    @Test func `a clock that is ahead wins nothing`() {
        let ahead = change([.question(.nose): 3], said: morning.addingTimeInterval(86_400), arrived: morning)
        #expect(ahead.said == morning)
    }

    @Test(arguments: [
        (-15.0, DiaryRefusal.future), (-14, nil), (36 + 48, nil), (36 + 48.1, .tooLate),
    ])
    func `a quiz is taken from the first moment of its day anywhere until two days after the last`(
        hours: Double, refusal: DiaryRefusal?
    ) throws {
        let now = day.startInUTC.addingTimeInterval(hours * 3_600)
        let answer = change([.question(.feeling): 1], said: now)
        func merged() throws(DiaryRefusal) -> DiaryEntry {
            try DiaryEntry.merged(answer, on: day, into: nil, deleted: nil, at: now)
        }
        if let refusal {
            #expect(throws: refusal) { try merged() }
        } else {
            #expect(try merged().answer(to: .feeling) == 1)
        }
    }

    @Test func `later, symptoms can be added, and what was begun in time can be corrected`() throws {
        let later = morning.addingTimeInterval(30 * 86_400)
        func merged(_ values: [DiaryItem: Int?], into former: DiaryEntry? = nil) throws -> DiaryEntry {
            try DiaryEntry.merged(
                change(values, said: later), on: day, into: former, deleted: nil, at: later)
        }
        let symptom = try merged([.symptom(.hives): 2])
        #expect(symptom.number(.symptom(.hives)) == 2 && symptom.isLate(in: zurich))
        #expect(throws: DiaryRefusal.tooLate) {
            _ = try merged([.question(.nose): 2], into: symptom)
        }
        var begun = DiaryEntry(day: day, begun: morning)
        begun.merge(change([.question(.nose): 1]))
        #expect(try merged([.question(.nose): 2, .question(.eyes): 0], into: begun).answer(to: .nose) == 2)
        #expect(try merged([.question(.nose): nil]).isEmpty)
    }

    @Test func `what was said before its day, or before the day was deleted, is refused`() throws {
        let now = morning.addingTimeInterval(3_600)
        let early = change([.note: nil], said: day.startInUTC.addingTimeInterval(-15 * 3_600), arrived: now)
        #expect(throws: DiaryRefusal.beforeDay) {
            _ = try DiaryEntry.merged(early, on: day, into: nil, deleted: nil, at: now)
        }
        let old = change([.question(.nose): 1])
        #expect(throws: DiaryRefusal.deleted) {
            _ = try DiaryEntry.merged(old, on: day, into: nil, deleted: morning, at: now)
        }
        let new = change([.question(.nose): 1], said: now)
        #expect(try DiaryEntry.merged(new, on: day, into: nil, deleted: morning, at: now).begun == now)
    }

    @Test(arguments: [(21.9, false), (22.1, true)])
    func `an entry that was begun after midnight at home is late`(hours: Double, isLate: Bool) {
        let entry = DiaryEntry(day: day, begun: day.startInUTC.addingTimeInterval(hours * 3_600))
        #expect(entry.isLate(in: zurich) == isLate)
    }
}

struct DiaryScoreTests {
    private static let six: [DiaryQuestion] = [
        .sneezing, .runnyNose, .itchyNose, .blockedNose, .itchyEyes, .wateryEyes,
    ]

    private func scores(_ values: [DiaryItem: Int]) -> DiaryScores {
        var entry = DiaryEntry(day: day, begun: morning)
        entry.merge(change(values))
        return DiaryScores(entry)
    }

    private func answers(_ grades: [Int]) -> [DiaryItem: Int] {
        Dictionary(uniqueKeysWithValues: zip(Self.six.map(DiaryItem.question), grades))
    }

    @Test(arguments: [
        ([0, 0, 0, 0, 0, 0], 0.0, 0), ([3, 3, 3, 3, 3, 3], 3, 18), ([1, 2, 0, 3, 1, 2], 1.5, 9),
    ])
    func `the symptom score is the mean of six grades, and the total their sum`(
        grades: [Int], mean: Double, sum: Int
    ) {
        let scores = scores(answers(grades))
        #expect(scores.dss == mean && scores.rtss == sum)
        #expect(scores.tnss == grades.prefix(4).reduce(0, +))
    }

    @Test func `a missing item is not zero`() {
        let five = scores(answers([3, 3, 3, 3, 3]))
        #expect(five.dss == 3 && five.rtss == nil && five.tnss == 12 && five.toss == nil)
        #expect(scores(answers([3, 3, 3, 3])).dss == nil)
        let none = scores([:])
        #expect(none == scores([.symptom(.runnyNose): 3]))
        #expect(none.dss == nil && none.dms == nil && none.csms == nil)
    }

    @Test func `eyes have a total of their own, with redness`() {
        let eyes: [DiaryItem: Int] = [
            .question(.itchyEyes): 3, .question(.wateryEyes): 1, .question(.redEyes): 2,
        ]
        #expect(scores(eyes).toss == 6)
    }

    @Test(arguments: [
        ([DiaryMedicine.none], 0), ([.antihistamineEyeDrops, .antihistamineTablet], 1),
        ([.antihistamineTablet, .nasalSteroid], 2), ([.azelastineFluticasone], 2),
        ([.nasalSteroid, .oralSteroid], 3), ([.asthmaReliever], 0),
    ])
    func `the highest step of the day counts, and adds to the combined score`(
        medicines: [DiaryMedicine], step: Int
    ) {
        let taken = Dictionary(uniqueKeysWithValues: medicines.map { (DiaryItem.medicine($0), 1) })
        let scores = scores(taken.merging(answers([1, 2, 0, 3, 1, 2])) { one, _ in one })
        #expect(scores.dms == step && scores.csms == 1.5 + Double(step))
    }

    @Test(arguments: [
        ([DiaryItem.question(.feeling): 2], false), ([.question(.feeling): 3], true),
        ([.question(.lungs): 3], true), ([.question(.lungs): 2], false), ([.question(.vasOverall): 3], false),
        ([.symptom(.headache): 3], false),
    ])
    func `a bad day as a whole, or anything of the worst grade, makes a bad day`(
        values: [DiaryItem: Int], isBad: Bool
    ) {
        var entry = DiaryEntry(day: day, begun: morning)
        entry.merge(change(values))
        #expect(entry.isBad == isBad)
    }
}
