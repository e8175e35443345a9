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

    private func asked(_ rhythm: StudySchedule.Rhythm) -> [Int] {
        (-1...21).filter { StudySchedule(rhythm).span(of: begin.adding(days: $0), in: days) != nil }
    }

    @Test func `a rhythm asks on its days`() {
        #expect(asked(.daily) == Array(0...20) && asked(.once) == Array(0...20))
        #expect(asked(.everyDays(7)) == [0, 7, 14])
        #expect(asked(.weekdays([.tuesday, .sunday])) == [1, 6, 8, 13, 15, 20])
        #expect(asked(.ends(2)) == [0, 1, 19, 20])
    }

    @Test func `an answer counts for the whole study, or for one of its ends`() {
        func span(_ rhythm: StudySchedule.Rhythm, _ day: Int) -> ClosedRange<CivilDate>? {
            StudySchedule(rhythm).span(of: begin.adding(days: day), in: days)
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
                try StudySchedule(rhythm).check(moment, in: days)
            }
        }
        #expect(throws: StudyRefusal.unscheduled(next: nil)) {
            try StudySchedule(.everyDays(30)).check(moment, in: days)
        }
    }

    @Test func `hours and days are those of the participant's own clock`() throws {
        let evening = StudySchedule(.weekdays([.wednesday]), windows: [1_080..<1_320])
        try evening.check(moment("18:00"), in: days)
        try evening.check(moment("21:59", east: 12), in: days)
        try evening.check(moment("21:59", east: -11), in: days)
        for time in ["17:59", "22:00"] {
            #expect(throws: StudyRefusal.closedHours([1_080..<1_320])) {
                try evening.check(moment(time), in: days)
            }
        }
    }

    @Test func `a schedule is written and read again`() {
        let rhythms: [StudySchedule.Rhythm] = [
            .daily, .once, .everyDays(3), .weekdays([.sunday, .monday]), .ends(4),
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
    }
}
