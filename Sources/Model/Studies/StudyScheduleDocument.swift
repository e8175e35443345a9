import Allergens

/// A schedule as it is written in JSON, by researchers and in the store.
package struct StudyScheduleDocument: Codable, Hashable, Sendable {
    /// The names of rhythms.
    package enum Rhythm: String, CaseIterable, Sendable {
        case daily, once, days, weekdays, ends, joining, offsets
    }

    /// Hours of a day, such as `18:00` to `22:00`; a day ends at `24:00`.
    package struct Window: Codable, Hashable, Sendable {
        package let from: String
        package let until: String

        package init(from: String, until: String) { (self.from, self.until) = (from, until) }
    }

    package var rhythm: String
    /// The days from one answer to the next, for `days` and `joining`.
    package var every: Int?
    /// For `weekdays`.
    package var weekdays: [String]?
    /// The days at each end of the study, for `ends`.
    package var span: Int?
    /// How many days after joining people are asked, for `offsets`.
    package var offsets: [Int]?
    package var windows: [Window]?
    /// Whether an answer is wanted in each window.
    package var eachWindow: Bool?

    package init(rhythm: Rhythm) { self.rhythm = rhythm.rawValue }

    package init(_ schedule: StudySchedule) {
        switch schedule.rhythm {
        case .daily: self.init(rhythm: .daily)
        case .once: self.init(rhythm: .once)
        case .everyDays(let interval):
            self.init(rhythm: .days)
            every = interval
        case .weekdays(let days):
            self.init(rhythm: .weekdays)
            weekdays = Weekday.allCases.filter(days.contains).map(\.rawValue)
        case .ends(let days):
            self.init(rhythm: .ends)
            span = days
        case .everyDaysFromJoining(let interval):
            self.init(rhythm: .joining)
            every = interval
        case .daysFromJoining(let days):
            self.init(rhythm: .offsets)
            offsets = days
        }
        guard !schedule.windows.isEmpty else { return }
        windows = schedule.windows.map {
            Window(from: Self.text(of: $0.lowerBound), until: Self.text(of: $0.upperBound))
        }
        eachWindow = schedule.isForEachWindow ? true : nil
    }

    /// The schedule that is written here.
    ///
    /// - Parameter note: Notes a mistake by the member's name.
    /// - Returns: The schedule; `nil` if a mistake was noted.
    package func schedule(note: (_ member: String, _ detail: String) -> Void) -> StudySchedule? {
        let (rhythm, windows) = (readRhythm(note), readWindows(note))
        guard let rhythm, let windows else { return nil }
        guard eachWindow == true else { return StudySchedule(rhythm, windows: windows) }
        if let schedule = StudySchedule(rhythm, forEach: windows) { return schedule }
        note("eachWindow", "There are two windows, and no days that share an answer.")
        return nil
    }

    private func readRhythm(_ note: (String, String) -> Void) -> StudySchedule.Rhythm? {
        func number(_ value: Int?, in range: ClosedRange<Int>, _ member: String) -> Int? {
            if let value, range.contains(value) { return value }
            note(member, "This is a number from \(range.lowerBound) to \(range.upperBound).")
            return nil
        }
        switch Rhythm(rawValue: rhythm) {
        case .daily: return .daily
        case .once: return .once
        case .days:
            return number(every, in: StudySchedule.intervals, "every").map(StudySchedule.Rhythm.everyDays)
        case .ends: return number(span, in: StudySchedule.spans, "span").map(StudySchedule.Rhythm.ends)
        case .joining:
            return number(every, in: StudySchedule.intervals, "every")
                .map(StudySchedule.Rhythm.everyDaysFromJoining)
        case .offsets: return readOffsets(note).map(StudySchedule.Rhythm.daysFromJoining)
        case .weekdays: return readWeekdays(note).map(StudySchedule.Rhythm.weekdays)
        case nil:
            let names = Rhythm.allCases.map(\.rawValue).joined(separator: ", ")
            note("rhythm", "This is one of \(names).")
            return nil
        }
    }

    private func readWeekdays(_ note: (String, String) -> Void) -> Set<Weekday>? {
        let days = (weekdays ?? []).map(Weekday.init(rawValue:))
        guard !days.isEmpty, days.allSatisfy({ $0 != nil }) else {
            let names = Weekday.allCases.map(\.rawValue).joined(separator: ", ")
            note("weekdays", "These are one or more of \(names).")
            return nil
        }
        return Set(days.compactMap(\.self))
    }

    private func readOffsets(_ note: (String, String) -> Void) -> [Int]? {
        let days = Set(offsets ?? []).sorted()
        guard (1...StudySchedule.mostOffsets).contains(days.count), days.count == offsets?.count,
            days.allSatisfy(StudySchedule.offsets.contains)
        else {
            note(
                "offsets",
                """
                These are one to \(StudySchedule.mostOffsets) numbers from \(StudySchedule.offsets.lowerBound) to \
                \(StudySchedule.offsets.upperBound), none of them twice.
                """)
            return nil
        }
        return days
    }

    private func readWindows(_ note: (String, String) -> Void) -> [StudySchedule.Window]? {
        let written = windows ?? []
        let read = written.map { window -> StudySchedule.Window? in
            guard let from = Self.minute(of: window.from), let until = Self.minute(of: window.until),
                from < until
            else { return nil }
            return from..<until
        }
        let sorted = read.compactMap(\.self).sorted { $0.lowerBound < $1.lowerBound }
        let areApart = zip(sorted, sorted.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound }
        guard sorted.count == written.count, areApart, written.count <= StudySchedule.mostWindows else {
            note(
                "windows",
                """
                There are at most \(StudySchedule.mostWindows), which do not overlap: hours of one day from 00:00 \
                to 24:00, from the earlier to the later.
                """)
            return nil
        }
        return sorted
    }

    /// Minutes since midnight as `08:30`.
    package static func text(of minute: Int) -> String {
        let (hours, minutes) = minute.quotientAndRemainder(dividingBy: 60)
        return "\(hours < 10 ? "0" : "")\(hours):\(minutes < 10 ? "0" : "")\(minutes)"
    }

    private static func minute(of text: String) -> Int? {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2,
            parts.allSatisfy({ $0.utf8.count == 2 && $0.utf8.allSatisfy(digits.contains) }),
            let hours = Int(parts[0]), let minutes = Int(parts[1]), minutes < 60
        else { return nil }
        let minute = hours * 60 + minutes
        return minute <= StudySchedule.minutesOfDay ? minute : nil
    }
}
