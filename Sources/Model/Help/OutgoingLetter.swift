package import Foundation
package import People

/// What a contact is told when a person presses SOS.
package struct SOSMessage: Hashable, Codable, Sendable {
    package let pressed: Date
    package let position: SOSPosition?
    /// The latest value of each kind of the day; empty unless the person wants them to be told.
    package let values: [SOSValue]

    package init(pressed: Date, position: SOSPosition?, values: [SOSValue]) {
        (self.pressed, self.position, self.values) = (pressed, position, values)
    }
}

/// A letter that is to be sent to a contact.
package struct OutgoingLetter: Sendable {
    /// How long it is tried, in seconds: a day, and for an SOS, whose position is kept meanwhile, six hours.
    package static func patience(for purpose: ContactLetter.Purpose) -> TimeInterval {
        purpose == .sos ? 6 * 3_600 : 86_400
    }

    /// The number of its line in the queue.
    package let line: Int64
    package let letter: ContactLetter
    /// The name of the person who sends it, or who needs help.
    package let sender: String
    package let message: SOSMessage?
    /// The secret by which the contact agrees, or ends it.
    package let token: String
    /// Of the account's owner.
    package let language: Language
    package let timeZone: TimeZone
    /// The number of tries so far.
    package let attempts: Int

    package init(
        line: Int64, letter: ContactLetter, sender: String, message: SOSMessage?, token: String,
        language: Language, timeZone: TimeZone, attempts: Int
    ) {
        (self.line, self.letter, self.sender, self.message) = (line, letter, sender, message)
        (self.token, self.language, self.timeZone) = (token, language, timeZone)
        self.attempts = attempts
    }
}

/// The letters that are due.
package struct LetterPost: Sendable {
    package let letters: [OutgoingLetter]
    /// The lines of letters that are not to be sent any more.
    package let void: [Int64]
    /// When the next one is due that is not due yet.
    package let nextDue: Date?

    package init(letters: [OutgoingLetter], void: [Int64], nextDue: Date?) {
        (self.letters, self.void, self.nextDue) = (letters, void, nextDue)
    }
}

/// What became of a try to send a letter.
package enum LetterOutcome: Hashable, Sendable {
    case settled(ContactLetter.State)
    case again(at: Date)
}

/// What the link in a letter opens.
package struct ContactInvitation: Hashable, Sendable {
    package enum Answer: String, CaseIterable, Sendable {
        case agree, decline
    }

    /// For how many seconds after a letter its link can be used to agree; it can always be used to decline.
    package static let life: TimeInterval = 30 * 86_400

    /// The name of the person who asks.
    package let sender: String
    package let agreement: EmergencyContact.Agreement
    /// Whether it is too late to agree by this link.
    package let isOld: Bool
    package let language: Language

    package init(sender: String, agreement: EmergencyContact.Agreement, isOld: Bool, language: Language) {
        (self.sender, self.agreement) = (sender, agreement)
        (self.isOld, self.language) = (isOld, language)
    }

    /// What can be answered.
    package var answers: [Answer] {
        switch agreement {
        case .notAsked, .asked: isOld ? [.decline] : [.agree, .decline]
        case .agreed: [.decline]
        case .declined: isOld ? [] : [.agree]
        }
    }
}
