package import Foundation

/// An e-mail to an emergency contact.
package struct ContactLetter: Hashable, Sendable {
    /// What it is about.
    package enum Purpose: String, CaseIterable, Codable, Sendable {
        /// It asks whether the contact agrees.
        case request
        case test
        case sos
    }

    /// What became of it.
    package enum State: String, CaseIterable, Codable, Sendable {
        case queued
        /// The mail server took it.
        case sent
        case failed
        /// It was not sent, because the contact was deleted, has got another address, or no longer agrees.
        case dropped
    }

    /// How many letters with a purpose one contact gets a day, and all contacts of an account.
    ///
    /// A stranger whose address somebody enters is asked three times a day at most, by all accounts.
    package static let dailyLimits: (contact: Int, account: Int) = (3, 20)
    /// A day, in seconds.
    package static let span: TimeInterval = 86_400

    package let id: String
    package let purpose: Purpose
    package let contact: HelpID
    /// The name and the address as they were then.
    package let name: String
    package let address: String
    package let sos: SOSCall.ID?
    package let written: Date
    package let state: State

    package init(
        id: String, purpose: Purpose, contact: HelpID, name: String, address: String, sos: SOSCall.ID?,
        written: Date, state: State
    ) {
        (self.id, self.purpose, self.contact, self.name) = (id, purpose, contact, name)
        (self.address, self.sos, self.written, self.state) = (address, sos, written, state)
    }
}

/// Why nothing is sent to a contact.
package enum ContactObjection: Error, Hashable, Sendable {
    case unknown
    case undeliverable(SOSCall.Obstacle)
    /// The limit, and how many seconds there are until the next one is allowed.
    case tooMany(limit: Int, wait: TimeInterval)
}

/// All letters and calls of an account within the time for which they are kept, newest first.
package struct ContactLog: Hashable, Sendable {
    package let calls: [SOSCall]
    package let letters: [ContactLetter]

    package init(calls: [SOSCall], letters: [ContactLetter]) {
        (self.calls, self.letters) = (calls, letters)
    }
}
