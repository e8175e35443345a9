package import Allergens
package import Foundation

/// What a person noted about one day.
///
/// No entry says nothing: a day without one was not a day without symptoms.
package struct DiaryEntry: Hashable, Sendable {
    package enum Value: Hashable, Sendable {
        /// A number within the item's range.
        case number(Int)
        case text(String)
    }

    /// What was last said about an item.
    package struct Mark: Hashable, Sendable {
        /// `nil` when it was taken back.
        package let value: Value?
        /// When it was said, by the clock of the device.
        package let changed: Date

        package init(value: Value?, changed: Date) { (self.value, self.changed) = (value, changed) }
    }

    /// The most characters of a note.
    package static let noteLength = 1_000
    /// How long after the end of a day its quiz can still be begun, in seconds: two days.
    package static let patience: TimeInterval = 2 * 86_400

    package let day: CivilDate
    /// When it was begun, by the clock of the device.
    package let begun: Date
    /// What was said about each item, also what was taken back, so that an older answer from another device
    /// does not return.
    package private(set) var marks: [DiaryItem: Mark]

    package init(day: CivilDate, begun: Date, marks: [DiaryItem: Mark] = [:]) {
        self.day = day
        self.begun = begun
        self.marks = marks
    }

    /// What stands of each item.
    package var values: [DiaryItem: Value] { marks.compactMapValues(\.value) }

    /// Whether nothing of it stands.
    package var isEmpty: Bool { marks.values.allSatisfy { $0.value == nil } }

    /// When it was last changed.
    package var changed: Date { marks.values.map(\.changed).max() ?? begun }

    /// The number of an item; `nil` if it was left out.
    package func number(_ item: DiaryItem) -> Int? {
        guard case .number(let number) = marks[item]?.value else { return nil }
        return number
    }

    /// The answer to a question; `nil` if it was left out.
    package func answer(to question: DiaryQuestion) -> Int? { number(.question(question)) }

    /// The person's own words; `nil` if there are none.
    package var note: String? {
        guard case .text(let text) = marks[.note]?.value else { return nil }
        return text
    }

    /// Whether it was begun after the day had ended where the person lives.
    package func isLate(in zone: TimeZone) -> Bool {
        begun >= LocalCalendar(zone).start(of: day.adding(days: 1))
    }

    /// Merges what a device has said: of each item, what was said last stands.
    ///
    /// What was said at the same moment changes nothing, so the same change may come any number of times.
    package mutating func merge(_ change: DiaryChange) {
        for (item, value) in change.values {
            if let mark = marks[item], mark.changed >= change.said { continue }
            marks[item] = Mark(value: value, changed: change.said)
        }
    }
}

/// What a device has said about a day at one moment.
package struct DiaryChange: Hashable, Sendable {
    /// When, by the clock of the device, and not after it arrived.
    package let said: Date
    /// A value for each item that was answered, and `nil` for each that was taken back.
    package let values: [DiaryItem: DiaryEntry.Value?]

    /// - Parameters:
    ///   - said: When, by the clock of the device; a clock that is ahead wins nothing by it.
    ///   - values: A value for each item that was answered, and `nil` for each that was taken back.
    ///   - now: When it arrived.
    package init(said: Date, values: [DiaryItem: DiaryEntry.Value?], arrived now: Date) {
        self.said = min(said, now)
        self.values = values
    }
}

/// Why a change of a diary is refused.
package enum DiaryRefusal: Error, Hashable, Sendable {
    /// The day has not begun anywhere.
    case future
    /// It was said before the day began anywhere.
    case beforeDay
    /// The quiz of the day was not begun in time.
    case tooLate
    /// The day was deleted after that was said.
    case deleted
}

extension DiaryEntry {
    /// The entry after a change.
    ///
    /// A day begins first at UTC+14 and ends last at UTC−12. Nobody is refused for living far away.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - day: The day that it is about.
    ///   - former: The entry so far, if any.
    ///   - deleted: When the day was last deleted, if it was.
    ///   - now: The present.
    /// - Returns: The entry, which is empty if nothing of it stands.
    /// - Throws: Why the change is refused.
    package static func merged(
        _ change: DiaryChange, on day: CivilDate, into former: DiaryEntry?, deleted: Date?, at now: Date
    ) throws(DiaryRefusal) -> DiaryEntry {
        let begins = day.firstStart
        let ends = day.adding(days: 1).startInUTC.addingTimeInterval(12 * 3_600)
        guard begins <= now else { throw .future }
        guard begins <= change.said else { throw .beforeDay }
        if let deleted, change.said <= deleted { throw .deleted }
        let answersQuiz = change.values.contains { $0.key.isOfQuiz && $0.value != nil }
        let wasBegun = former?.marks.keys.contains(where: \.isOfQuiz) ?? false
        guard !answersQuiz || wasBegun || change.said <= ends.addingTimeInterval(patience)
        else { throw .tooLate }
        var entry = former ?? DiaryEntry(day: day, begun: change.said)
        entry.merge(change)
        return entry
    }
}
