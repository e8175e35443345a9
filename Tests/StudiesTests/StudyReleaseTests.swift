import Allergens
import Testing

@testable import Studies

/// Which days of a study are published together.
@Suite struct StudyReleaseTests {
    /// Monday, 7 September 2026.
    private let monday = CivilDate(daysSinceEpoch: 20_703)

    /// A study of 24 days from a Monday on.
    private func phase(_ results: StudyResultsRelease, _ state: Study.State = .open) throws -> StudyPhase {
        var settings = try #require(
            StudySettings(mode: .linked, k: 5, target: nil, days: monday...monday.adding(days: 23)))
        settings.results = results
        return StudyPhase(state: state, settings: settings, version: 1)
    }

    private func days(_ phase: StudyPhase, after last: Int?, at today: Int) -> ClosedRange<Int>? {
        phase.daysToRelease(after: last.map { monday.adding(days: $0) }, at: monday.adding(days: today)).map {
            let begin = monday.daysSinceEpoch
            return ($0.lowerBound.daysSinceEpoch - begin)...($0.upperBound.daysSinceEpoch - begin)
        }
    }

    @Test func `the test begins on a Monday`() {
        #expect(StudyRetention.monday(of: monday) == monday)
    }

    @Test func `a week is published once no answer of its Sunday can come any more`() throws {
        let weekly = try phase(.weekly)
        #expect(days(weekly, after: nil, at: 10) == nil)
        #expect(days(weekly, after: nil, at: 11) == 0...6)
        #expect(days(weekly, after: 6, at: 17) == nil)
        #expect(days(weekly, after: 6, at: 18) == 7...13)
        // The week before had too few people.
        #expect(days(weekly, after: nil, at: 18) == 0...13)
        #expect(days(weekly, after: 20, at: 27) == nil)
        #expect(days(weekly, after: 20, at: 28) == 21...23)
        #expect(days(weekly, after: 23, at: 99) == nil)
    }

    @Test func `the whole is published after the end, without what was published before`() throws {
        let end = try phase(.end)
        #expect(days(end, after: nil, at: 27) == nil)
        #expect(days(end, after: nil, at: 28) == 0...23)
        #expect(days(end, after: 6, at: 28) == 7...23)
        #expect(try days(phase(.end, .closed), after: nil, at: 3) == 0...23)
    }

    @Test func `nothing is published of drafts, or where the owner did not say so`() throws {
        #expect(try days(phase(.weekly, .draft), after: nil, at: 99) == nil)
        #expect(try days(phase(.never), after: nil, at: 99) == nil)
    }
}
