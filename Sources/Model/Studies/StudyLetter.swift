package import Foundation
package import People

/// An e-mail that invites one person to a study, with a link that only this person has.
package enum StudyLetter {
    /// What became of it.
    package enum State: String, CaseIterable, Sendable, Codable {
        case queued
        /// The mail server took it.
        case sent
        case failed
        /// It was not sent, because the invitation or the study had ended before.
        case dropped
    }

    /// The most letters that are written at once.
    package static let mostAtOnce = 200
    /// The most letters of a study within a day.
    package static let mostADay = 1_000
    /// A day, in seconds.
    package static let day: TimeInterval = 86_400
    /// For how many seconds a study does not write to an address again: a week.
    ///
    /// For so long, a keyed hash of the address is kept. The address itself goes as soon as the letter is sent.
    package static let pause: TimeInterval = 7 * day
    /// For how many seconds a letter is tried.
    package static let patience: TimeInterval = day
    /// The most characters that a letter has of the words on who answers for the study; its page has all.
    package static let longestContact = 500
}

/// A letter that is to be sent.
package struct OutgoingStudyLetter: Sendable {
    /// The number of the invitation; there is one letter for each.
    package let invitation: Int64
    package let address: String
    package let code: InvitationCode
    package let study: Study.ID
    /// The words of the study in the language of the letter.
    package let title: String
    package let contact: String
    package let language: Language
    package let written: Date
    /// The number of tries so far.
    package let attempts: Int

    package init(
        invitation: Int64, address: String, code: InvitationCode, study: Study.ID, title: String,
        contact: String, language: Language, written: Date, attempts: Int
    ) {
        (self.invitation, self.address, self.code) = (invitation, address, code)
        (self.study, self.title, self.contact) = (study, title, contact)
        (self.language, self.written, self.attempts) = (language, written, attempts)
    }
}

/// The letters that are due.
package struct StudyPost: Sendable {
    package let letters: [OutgoingStudyLetter]
    /// The invitations whose letters are not to be sent any more.
    package let void: [Int64]
    /// When the next one is due that is not due yet.
    package let nextDue: Date?

    package init(letters: [OutgoingStudyLetter], void: [Int64], nextDue: Date?) {
        (self.letters, self.void, self.nextDue) = (letters, void, nextDue)
    }
}

/// What became of a try to send a letter.
package enum StudyLetterOutcome: Hashable, Sendable {
    case settled(StudyLetter.State)
    case again(at: Date)
}
