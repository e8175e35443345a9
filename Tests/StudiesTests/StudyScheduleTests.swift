import Allergens
import Forms
import Foundation
import Testing

@testable import Studies

/// On which days a study asks, and at which hours, where a participant is.
@Suite struct StudyScheduleTests {
    /// Monday, 7 September 2026, and the days of the study.
    private let begin = CivilDate(daysSinceEpoch: 20_703)
    private var days: ClosedRange<CivilDate> { begin...begin.adding(days: 20) }
    private var term: StudyTerm { StudyTerm(days, joined: begin) }

    private func asked(_ rhythm: StudySchedule.Rhythm, joined day: Int = 0) -> [Int] {
        let term = StudyTerm(days, joined: begin.adding(days: day))
        return (-1...21).filter { StudySchedule(rhythm).span(of: begin.adding(days: $0), in: term) != nil }
    }

    @Test func `a rhythm asks on its days`() {
        #expect(asked(.daily) == Array(0...20) && asked(.once) == Array(0...20))
        #expect(asked(.everyDays(7)) == [0, 7, 14])
        #expect(asked(.weekdays([.tuesday, .sunday])) == [1, 6, 8, 13, 15, 20])
        #expect(asked(.ends(2)) == [0, 1, 19, 20])
    }

    @Test func `days count from joining, or from the beginning of a study that had not begun`() {
        for joined in [-40, 0] {
            #expect(asked(.everyDaysFromJoining(7), joined: joined) == [0, 7, 14])
            #expect(asked(.daysFromJoining([0, 3, 20, 21]), joined: joined) == [0, 3, 20])
        }
        #expect(asked(.everyDaysFromJoining(7), joined: 4) == [4, 11, 18])
        #expect(asked(.daysFromJoining([1, 7, 14]), joined: 10) == [11, 17])
        #expect(asked(.daysFromJoining([0]), joined: 25).isEmpty)
        // Others are asked on the same days, whenever they joined.
        #expect(asked(.everyDays(7), joined: 4) == [0, 7, 14])
    }

    @Test func `the next day from joining is found however far it is`() {
        let begin = begin
        let year = StudyTerm(begin...begin.adding(days: 365), joined: begin.adding(days: 5))
        func next(_ rhythm: StudySchedule.Rhythm, after day: Int) -> Int? {
            StudySchedule(rhythm).day(after: begin.adding(days: day), in: year)
                .map { $0.daysSinceEpoch - begin.daysSinceEpoch }
        }
        #expect(next(.daysFromJoining([0, 180, 360, 361]), after: 5) == 185)
        #expect(next(.daysFromJoining([0, 180, 360, 361]), after: 185) == 365)
        #expect(next(.daysFromJoining([0, 180, 360, 361]), after: 365) == nil)
        #expect(next(.everyDaysFromJoining(90), after: 5) == 95)
        #expect(next(.everyDaysFromJoining(90), after: -200) == 5)
        #expect(next(.daysFromJoining([200]), after: -200) == 205)
    }

    @Test func `what needs to know who answered or joined is told`() {
        let known: [StudySchedule.Rhythm] = [
            .once, .ends(1), .everyDaysFromJoining(2), .daysFromJoining([0]),
        ]
        #expect(known.allSatisfy { StudySchedule($0).needsPeople })
        let unknown: [StudySchedule.Rhythm] = [.daily, .everyDays(2), .weekdays([.monday])]
        #expect(!unknown.contains { StudySchedule($0).needsPeople })
    }

    @Test func `an answer counts for the whole study, or for one of its ends`() {
        func span(_ rhythm: StudySchedule.Rhythm, _ day: Int) -> ClosedRange<CivilDate>? {
            StudySchedule(rhythm).span(of: begin.adding(days: day), in: term)
        }
        #expect(span(.once, 5) == days)
        #expect(span(.ends(2), 1) == begin...begin.adding(days: 1))
        #expect(span(.ends(2), 19) == begin.adding(days: 19)...begin.adding(days: 20))
        #expect(span(.daily, 3) == begin.adding(days: 3)...begin.adding(days: 3))
    }

    /// A moment of the third day of the study, on a clock some hours east of Greenwich.
    private func moment(_ time: String, east hours: Int = 0) throws -> FormMoment {
        try #require(FormMoment("2026-09-09T\(time)", offset: hours * 60))
    }

    @Test func `who answers on another day learns when the study asks next`() throws {
        let moment = try moment("12:00")
        for (rhythm, next) in [
            (StudySchedule.Rhythm.everyDays(7), 7), (.weekdays([.sunday]), 6), (.ends(1), 20),
        ] {
            #expect(throws: StudyRefusal.unscheduled(next: begin.adding(days: next))) {
                try StudySchedule(rhythm).check(moment, in: term)
            }
        }
        #expect(throws: StudyRefusal.unscheduled(next: nil)) {
            try StudySchedule(.everyDays(30)).check(moment, in: term)
        }
    }

    @Test func `hours and days are those of the participant's own clock`() throws {
        let evening = StudySchedule(.weekdays([.wednesday]), windows: [1_080..<1_320])
        try evening.check(moment("18:00"), in: term)
        try evening.check(moment("21:59", east: 12), in: term)
        try evening.check(moment("21:59", east: -11), in: term)
        for time in ["17:59", "22:00"] {
            #expect(throws: StudyRefusal.closedHours([1_080..<1_320])) {
                try evening.check(moment(time), in: term)
            }
        }
    }

    @Test func `a schedule is written and read again`() {
        let rhythms: [StudySchedule.Rhythm] = [
            .daily, .once, .everyDays(3), .weekdays([.sunday, .monday]), .ends(4),
            .everyDaysFromJoining(14), .daysFromJoining([0, 7, 1_000]),
        ]
        for rhythm in rhythms {
            let schedule = StudySchedule(rhythm, windows: [390..<540, 1_200..<1_440])
            let document = StudyScheduleDocument(schedule)
            #expect(document.windows?.map(\.from) == ["06:30", "20:00"])
            #expect(document.windows?.last?.until == "24:00")
            let again = document.schedule { member, detail in Issue.record("\(member): \(detail)") }
            #expect(again == schedule)
        }
    }

    @Test func `an answer in each window needs two windows, and days of their own`() throws {
        let windows: [StudySchedule.Window] = [360..<540, 1_200..<1_440]
        let schedule = try #require(StudySchedule(.weekdays([.monday]), forEach: windows))
        #expect([359, 360, 539, 540, 1_439].map(schedule.window(at:)) == [nil, 1, 1, nil, 2])
        #expect(StudySchedule(.daily, windows: windows).window(at: 400) == nil)
        for rhythm in [StudySchedule.Rhythm.once, .ends(3)] {
            #expect(StudySchedule(rhythm, forEach: windows) == nil)
        }
        #expect(StudySchedule(.daily, forEach: [360..<540]) == nil)
        var document = StudyScheduleDocument(schedule)
        #expect(document.eachWindow == true && document.schedule { _, _ in } == schedule)
        document.windows?.removeLast()
        var found: [String] = []
        #expect(document.schedule { member, _ in found.append(member) } == nil)
        #expect(found == ["eachWindow"])
        document.eachWindow = false
        #expect(document.schedule { _, _ in } == StudySchedule(.weekdays([.monday]), windows: [360..<540]))
    }

    /// What a form wants of somebody at times of the third day.
    private func states(_ latest: StudyLatestAnswer?, _ times: [String]) throws -> [StudyFormStanding.State] {
        let windows: [StudySchedule.Window] = [360..<540, 1_200..<1_440]
        let schedule = try #require(StudySchedule(.daily, forEach: windows))
        let standing = StudyFormStanding(schedule, latest: latest)
        return try times.map { standing.state(at: try moment($0), in: term) }
    }

    @Test func `each window of a day wants its own answer`() throws {
        let (day, times) = (begin.adding(days: 2), ["07:00", "12:00", "21:00"])
        #expect(try states(nil, times) == [.due, .hours, .due])
        #expect(
            try states(StudyLatestAnswer(day.adding(days: -1), windows: [1, 2]), times) == [
                .due, .hours, .due,
            ])
        #expect(try states(StudyLatestAnswer(day, windows: [1]), times) == [.answered, .hours, .due])
        #expect(try states(StudyLatestAnswer(day, windows: [2]), times) == [.due, .hours, .answered])
        #expect(
            try states(StudyLatestAnswer(day, windows: [1, 2]), times) == [.answered, .answered, .answered])
        // An answer from before the windows had one each is that of the day.
        #expect(try states(StudyLatestAnswer(day), times) == [.answered, .answered, .answered])
    }

    @Test func `the latest answer is that of the later day, with all windows of it`() {
        let earlier = StudyLatestAnswer(begin, windows: [2])
        let (morning, evening) = (
            StudyLatestAnswer(begin.adding(days: 1), windows: [1]),
            StudyLatestAnswer(begin.adding(days: 1), windows: [2])
        )
        #expect(earlier.joined(with: morning) == morning && morning.joined(with: earlier) == morning)
        #expect(morning.joined(with: evening).windows == [1, 2])
    }

    @Test func `what is no schedule is named`() {
        var document = StudyScheduleDocument(rhythm: .days)
        var found: [String] = []
        func mistakes() -> [String] {
            found = []
            let read = document.schedule { member, _ in found.append(member) }
            #expect(read == nil)
            return found
        }
        #expect(mistakes() == ["every"])
        document.every = 91
        document.windows = [.init(from: "20:00", until: "08:00")]
        #expect(mistakes() == ["every", "windows"])
        document.every = 2
        for windows in [[("8:00", "9:00")], [("08:00", "24:01")], [("08:00", "10:00"), ("09:00", "11:00")]] {
            document.windows = windows.map { .init(from: $0, until: $1) }
            #expect(mistakes() == ["windows"])
        }
        document = StudyScheduleDocument(rhythm: .weekdays)
        document.weekdays = ["monday", "funday"]
        #expect(mistakes() == ["weekdays"])
        document.rhythm = "hourly"
        #expect(mistakes() == ["rhythm"])
        document = StudyScheduleDocument(rhythm: .ends)
        document.span = 0
        #expect(mistakes() == ["span"])
        document = StudyScheduleDocument(rhythm: .joining)
        #expect(mistakes() == ["every"])
        document = StudyScheduleDocument(rhythm: .offsets)
        for offsets in [[], [-1], [7, 7], [1_001], Array(0...30)] {
            document.offsets = offsets
            #expect(mistakes() == ["offsets"])
        }
    }
}
