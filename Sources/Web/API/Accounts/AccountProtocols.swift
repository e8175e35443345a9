package import Alerts
package import Foundation
package import People

/// The profiles of subscribers: what they react to, and how they want to be notified.
package protocol ProfileStore: Sendable {
    /// The profile of an account; the default profile if it has none.
    func profile(of account: Account.ID) async throws -> Profile
    /// Stores a profile, which alerts follow from now on.
    func keep(_ profile: Profile, of account: Account.ID, at now: Date) async throws
    /// Changes a profile atomically; alerts follow it from now on.
    func change(
        profileOf account: Account.ID, at now: Date, _ change: @escaping @Sendable (Profile) throws -> Profile
    ) async throws -> Profile
    /// An account's answers to the welcome quiz, if any.
    func welcomeQuiz(of account: Account.ID) async throws -> WelcomeQuiz?
    /// Stores the answers to the welcome quiz, and applies them to the profile.
    func keep(_ quiz: WelcomeQuiz, of account: Account.ID, at now: Date) async throws -> Profile
}

/// The persons in subscribers' care.
package protocol PersonStore: Sendable {
    /// In the order in which they were added.
    func persons(of guardian: Account.ID) async throws -> [Person]
    /// A person; `nil` also if the person has another guardian.
    func person(_ id: Person.ID, of guardian: Account.ID) async throws -> Person?
    /// Adds a person with the guardian's language, tone, units and times, who watches nothing yet.
    ///
    /// - Throws: ``PersonRefusal``.
    func addPerson(_ details: Person.Details, to guardian: Account.ID, at now: Date) async throws -> Person
    /// - Returns: `nil` when the guardian has no such person.
    /// - Throws: ``PersonRefusal``.
    func changePerson(
        _ id: Person.ID, of guardian: Account.ID, to details: Person.Details
    ) async throws -> Person?
}

/// The inboxes of subscribers.
package protocol InboxStore: Sendable {
    /// At most `limit` entries of a span of the inboxes of an account and of persons.
    func inbox(
        of account: Account.ID, and persons: [Account.ID], _ span: InboxSpan, unreadOnly: Bool, limit: Int
    ) async throws -> [InboxEntry]
    /// The number of unread entries in these inboxes.
    func unreadCount(of account: Account.ID, and persons: [Account.ID]) async throws -> Int
    /// Marks an entry as read, or as unread when `time` is `nil`; `false` when there is none.
    func mark(
        _ entry: Int64, of account: Account.ID, and persons: [Account.ID], readAt time: Date?
    ) async throws -> Bool
    /// Marks all entries up to one as read, and returns how many were unread.
    func markAll(
        upTo entry: Int64, of account: Account.ID, and persons: [Account.ID], readAt time: Date
    ) async throws -> Int
}

/// Deletes accounts.
package protocol AccountClosing: Sendable {
    /// Deletes the account of a subscriber or person with all of its data; nothing more is sent to it.
    func delete(_ account: Account.ID, at now: Date) async throws
    /// The same for an administrator, in whose audit log it stands that they deleted an account.
    func delete(_ account: Account.ID, by administrator: Account.ID, at now: Date) async throws
}

/// Withdraws consents.
package protocol ConsentWithdrawing: Sendable {
    /// Withdraws a consent, and deletes the data that it covered.
    ///
    /// - Returns: `false` if there is no such consent.
    func withdrawConsent(to purpose: Consent.Purpose, of account: Account.ID, at now: Date) async throws
        -> Bool
}
