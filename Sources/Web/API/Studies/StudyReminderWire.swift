import Allergens
import HTTP
import Studies

/// When people who take part are reminded, as researchers write it.
struct StudyRemindersRequest: StrictDocument {
    static let members: Set = ["after", "most", "time"]

    let after: Int
    let most: Int
    let time: String?

    /// The rule, if all of it is valid.
    func rule(_ mistakes: inout Mistakes) -> StudyReminders? {
        for (name, value, range) in [
            ("after", after, StudyReminders.spans), ("most", most, StudyReminders.counts),
        ]
        where !range.contains(value) {
            mistakes.note(
                "/reminders/\(name)", "This is a number from \(range.lowerBound) to \(range.upperBound).")
        }
        let time = time == nil ? StudyReminders.usualTime : mistakes.time(time, at: "/reminders/time")
        return time.flatMap { StudyReminders(after: after, most: most, time: $0) }
    }
}

/// The rule of a study.
struct StudyRemindersDocument: Encodable {
    let after: Int
    let most: Int
    let time: LocalTime

    init(_ rule: StudyReminders) { (after, most, time) = (rule.after, rule.most, rule.time) }
}

/// How somebody is reminded.
struct StudyRemindingDocument: Encodable {
    let on: Bool
    let sent: Int
}

/// Whether somebody wants to be reminded.
struct StudyRemindingRequest: StrictDocument {
    static let members: Set = ["on"]

    let on: Bool
}
