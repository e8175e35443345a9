import Allergens
import Diary
import Foundation
import Testing

private let today = CivilDate(daysSinceEpoch: 20_553)

/// An entry of some days ago.
private func entry(_ daysAgo: Int, _ values: [DiaryItem: Int]) -> DiaryEntry {
    let day = today.adding(days: -daysAgo)
    var entry = DiaryEntry(day: day, begun: day.startInUTC)
    entry.merge(
        DiaryChange(
            said: day.startInUTC, values: values.mapValues { .some(.number($0)) }, arrived: day.startInUTC))
    return entry
}

@Suite struct DiaryInsightsTests {
    @Test func `a day counts its symptoms, and a day without an entry says that nothing is known`() {
        let insights = DiaryInsights(
            [
                entry(40, [.symptom(.hives): 2]), entry(2, [.question(.nose): 1, .symptom(.headache): 3]),
                entry(1, [.question(.nose): 0, .question(.feeling): 4]), entry(-1, [.symptom(.fever): 1]),
            ], today: today)
        #expect(insights.lastReaction == today.adding(days: -2))
        #expect(insights.month.count == 30 && insights.month.last?.day == today)
        #expect(insights.month.suffix(3).map(\.count) == [2, 0, 0])
        #expect(insights.month.suffix(3).map(\.isEntered) == [true, true, false])
        #expect(insights.week.map(\.symptom) == [.question(.nose), .symptom(.headache)])
        #expect(insights.week.allSatisfy { $0.days == [false, false, false, false, true, false, false] })
        #expect(insights.shares.map(\.count) == [1, 1, 1])
        #expect(abs(insights.shares.map(\.share).reduce(0, +) - 1) < 1e-12)
    }

    @Test func `an empty diary shows no reaction and no symptom`() {
        let insights = DiaryInsights([], today: today)
        #expect(insights.lastReaction == nil && insights.week.isEmpty && insights.shares.isEmpty)
        #expect(insights.month.allSatisfy { $0.count == 0 && !$0.isEntered })
    }

    @Test func `the most frequent symptom comes first`() {
        let insights = DiaryInsights(
            (0..<6).map { entry($0, $0 < 4 ? [.question(.eyes): 2] : [.symptom(.hives): 1]) }, today: today)
        #expect(insights.shares.map(\.symptom) == [.question(.eyes), .symptom(.hives)])
        #expect(insights.shares.map(\.count) == [4, 2])
    }

    @Test func `days are compared by the first measure that enough of them have`() {
        let six: [DiaryItem: Int] = [
            .question(.sneezing): 1, .question(.runnyNose): 2, .question(.itchyNose): 0,
            .question(.blockedNose): 1, .question(.itchyEyes): 0, .question(.wateryEyes): 2,
        ]
        let faces = (0..<20).map { entry($0, [.question(.feeling): 2]) }
        let scored = (0..<15).map { entry($0, six.merging([.question(.feeling): 2]) { $1 }) }
        let treated = (0..<15).map { entry($0, six.merging([.medicine(.nasalSteroid): 1]) { $1 }) }
        #expect(DiaryMeasure.best(of: faces, atLeast: 15) == .feeling)
        #expect(DiaryMeasure.best(of: scored + faces.suffix(5), atLeast: 15) == .dss)
        #expect(DiaryMeasure.best(of: treated, atLeast: 15) == .csms)
        #expect(DiaryMeasure.best(of: Array(scored.prefix(3)) + faces.suffix(5), atLeast: 15) == .feeling)
        #expect(DiaryMeasure.csms.number(of: treated[0]) == 3)
        #expect(DiaryMeasure.dss.number(of: faces[0]) == nil)
        #expect(
            [0, 1, 2, 4].map { DiaryMeasure.feeling.number(of: entry(0, [.question(.feeling): $0])) } == [
                0, 0, 1, 3,
            ])
    }
}
