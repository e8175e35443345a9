import Allergens
import Foundation
import HTTP
import Help

/// When the dose of a day is asked for, as it is sent and read.
struct DoseReminderDocument: HelpDocument {
    static let members: Set = ["on", "times", "weekdays"]
    static let name = "doseReminders"
    static let parameter = "doseReminder"
    /// The most times of one.
    static let timesLimit = 10

    let on: Bool
    let times: [String]
    let weekdays: [String]?

    init(_ reminder: DoseReminder) {
        on = reminder.isOn
        times = reminder.times.map(\.text)
        weekdays = reminder.weekdays.map(\.rawValue)
    }

    func checked() throws -> DoseReminder {
        var mistakes = Mistakes(.invalidRecord)
        if times.count > Self.timesLimit {
            mistakes.note("/times", "There are at most \(Self.timesLimit) times.")
        }
        if times.isEmpty { mistakes.note("/times", "Name at least one time.") }
        let times = times.enumerated().compactMap { mistakes.time($1, at: "/times/\($0)") }
        let days = mistakes.weekdays(weekdays)
        try mistakes.check()
        return DoseReminder(isOn: on, times: Set(times).sorted(), weekdays: days)
    }
}

extension Mistakes {
    /// Reads days of the week; every day if none are named.
    mutating func weekdays(_ names: [String]?) -> Set<Weekday> {
        guard let names else { return Set(Weekday.allCases) }
        if names.isEmpty { note("/weekdays", "Name at least one day of the week.") }
        return Set(names.enumerated().compactMap { word($1, at: "/weekdays/\($0)") })
    }
}
