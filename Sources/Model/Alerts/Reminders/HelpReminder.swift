package import Foundation
package import Help
package import People

/// One reminder of what somebody keeps: of one matter at one time, over every channel.
///
/// What is due of one matter at one time is told at once, since the messages do not say what it is.
package struct HelpReminder: Hashable, Sendable {
    package let id: Reminder.ID
    package let matter: HelpMatter
    package let due: Date
    /// The records that it is about; some may be gone.
    package let records: [HelpID]
    package let omission: Reminder.Omission?
    package let sendings: [Reminder.Sending]

    package init(
        id: Reminder.ID, matter: HelpMatter, due: Date, records: [HelpID], omission: Reminder.Omission?,
        sendings: [Reminder.Sending]
    ) {
        (self.id, self.matter, self.due) = (id, matter, due)
        (self.records, self.omission, self.sendings) = (records, omission, sendings)
    }
}

/// What a link in such a reminder opens.
package struct HelpReminderLink: Hashable, Sendable {
    /// For how many seconds after its time a reminder can be answered: a day.
    package static let patience: TimeInterval = 86_400

    package let matter: HelpMatter
    package let due: Date
    /// Whether it is too late for an answer.
    package let isOver: Bool
    /// What all that it is about has been answered with; `nil` if that differs, or nothing was.
    package var answer: Intakes.State?
    /// Until when it was put off, if it was.
    package var putOff: Date?
    package let timeZone: TimeZone
    /// The language and tone of the reader.
    package let language: Language
    package let tone: Tone

    package init(
        matter: HelpMatter, due: Date, isOver: Bool, answer: Intakes.State?, putOff: Date? = nil,
        timeZone: TimeZone, language: Language, tone: Tone
    ) {
        (self.matter, self.due, self.isOver) = (matter, due, isOver)
        (self.answer, self.putOff, self.timeZone) = (answer, putOff, timeZone)
        (self.language, self.tone) = (language, tone)
    }
}

extension HelpMatter {
    /// What can be answered from a reminder itself.
    package var answers: [Intakes.State] {
        switch self {
        case .intake: [.taken, .later, .skipped]
        case .doses: [.later]
        case .appointment, .refill, .expiry, .injector, .review: []
        }
    }
}
