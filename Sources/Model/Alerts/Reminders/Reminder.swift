package import Allergens
package import Foundation
package import Help
package import People
package import Studies

/// One reminder of the diary: of a day, at a time, over every channel that carries reminders.
package struct Reminder: Hashable, Sendable, Identifiable {
    package struct ID: RawRepresentable, Hashable, Sendable {
        package let rawValue: Int64
        package init(rawValue: Int64) { self.rawValue = rawValue }
    }

    /// What the reader answers from the reminder itself.
    package enum Answer: String, CaseIterable, Sendable, Codable {
        /// The day is noted elsewhere, or there is nothing to note.
        case done
        /// To be reminded again after ``ReminderPlan/pause``.
        case later
        /// No more reminders of this day.
        case notToday
    }

    /// Why it was sent over no channel at all.
    package enum Omission: String, CaseIterable, Sendable, Codable {
        /// The account had no active channel of the chosen kinds.
        case noChannel
        /// The service was not running when it was due, nor for ``ReminderPlan/patience`` after.
        case tooLate
    }

    /// What became of it over one channel.
    package struct Sending: Hashable, Sendable {
        package enum State: String, CaseIterable, Sendable, Codable {
            /// It waits to be sent, or to be tried again.
            case queued
            /// It was handed over.
            case sent
            /// The receiver has acknowledged it.
            case delivered
            case failed
            /// The service ended while it was being sent; it is not sent again.
            case unknown
            /// It was not sent, because the day was noted or answered, or over, before it could be.
            case dropped
        }

        package let kind: Channel.Kind
        package let state: State

        package init(kind: Channel.Kind, state: State) { (self.kind, self.state) = (kind, state) }
    }

    package let id: ID
    package let day: CivilDate
    package let due: Date
    package let omission: Omission?
    package let answer: Answer?
    package let sendings: [Sending]

    package init(
        id: ID, day: CivilDate, due: Date, omission: Omission?, answer: Answer?, sendings: [Sending]
    ) {
        self.id = id
        self.day = day
        self.due = due
        self.omission = omission
        self.answer = answer
        self.sendings = sendings
    }
}

/// A reminder that is to be sent over one channel.
package struct OutgoingReminder: Sendable {
    /// What it is about.
    package enum Subject: Hashable, Sendable {
        case diary
        case help(HelpMatter)
        /// A study in which the reader takes part, and waits to answer.
        case study(Study.ID)
    }

    package let subject: Subject
    /// The number of its line in the queue.
    package let line: Int64
    package let reminder: Reminder.ID
    /// The secret by which it is answered without signing in.
    package let token: String
    package let day: CivilDate
    package let due: Date
    /// Whom it is about, when that is not the reader.
    package let person: Person?
    package let language: Language
    package let tone: Tone
    /// The number of tries so far.
    package let attempts: Int
    /// When it is of no use any more.
    package let expires: Date

    package init(
        _ subject: Subject, line: Int64, reminder: Reminder.ID, token: String, day: CivilDate, due: Date,
        person: Person?,
        language: Language, tone: Tone, attempts: Int, expires: Date
    ) {
        self.subject = subject
        self.line = line
        self.reminder = reminder
        self.token = token
        self.day = day
        self.due = due
        self.person = person
        self.language = language
        self.tone = tone
        self.attempts = attempts
        self.expires = expires
    }
}

extension OutgoingReminder {
    package var urgency: Urgency {
        switch subject {
        case .diary: .reminder
        case .help(let matter): matter.urgency
        case .study: .reminder
        }
    }

    /// Its name among all reminders of the service.
    package var name: String { "\(kind)-\(reminder.rawValue)" }

    /// The kind of reminder, in names of messages.
    package var kind: String {
        switch subject {
        case .diary: "reminder"
        case .help: "help"
        case .study: "study-reminder"
        }
    }
}

/// What a link in a reminder opens.
package struct ReminderLink: Hashable, Sendable {
    package let day: CivilDate
    /// Whether the day has ended where the person lives, so that an answer changes nothing.
    package let isOver: Bool
    package var answer: Reminder.Answer?
    /// Until when the next reminder was put off, if it was.
    package var putOff: Date?
    /// The time zone of whom it is about.
    package let timeZone: TimeZone
    /// The language and tone of the reader.
    package let language: Language
    package let tone: Tone

    package init(
        day: CivilDate, isOver: Bool, answer: Reminder.Answer?, putOff: Date? = nil, timeZone: TimeZone,
        language: Language, tone: Tone
    ) {
        self.day = day
        self.isOver = isOver
        self.answer = answer
        self.putOff = putOff
        self.timeZone = timeZone
        self.language = language
        self.tone = tone
    }
}
