package import Alerts
package import Foundation
package import People

/// What is known of a person beside fences, profile, channels and inbox, and what they agreed to.
package protocol PersonalRecords: Sendable {
    /// Every consent of an account, the oldest first, with those that were taken back.
    func consents(of account: Account.ID) async throws -> [Consent]
    /// Keeps that an account agrees to a purpose, as it reads today.
    func giveConsent(
        to purpose: Consent.Purpose, of account: Account.ID, by source: Consent.Source, at now: Date)
        async throws

    /// Who came near the data of an account: entries with numbers below `last`, the newest first, at most `limit`.
    func audit(of account: Account.ID, before last: Int64, limit: Int) async throws -> [AuditEntry]
    /// Keeps that somebody came near the data of some accounts.
    ///
    /// What signs in, and what changes an account, is noted where it happens. Whoever only reads notes it first: a failure
    /// to note it is the failure of the whole.
    func note(
        _ act: AuditEntry.Act, of accounts: [Account.ID], by actor: AuditEntry.Actor, object: String?,
        at now: Date
    ) async throws

    /// What an account has reported, the oldest first, after a report of number `last`; at most `limit`.
    func ownReports(
        of account: Account.ID, after last: Int64, limit: Int, at now: Date
    ) async throws -> [OwnReport]
    /// What an account thinks of what others report, the oldest first.
    func ownOpinions(of account: Account.ID) async throws -> [OwnOpinion]
    /// What an account decided, as a moderator, of what others report, the oldest first.
    func ownDecisions(of account: Account.ID) async throws -> [OwnDecision]

    /// The reports of those who agree to research, in the order in which they were made.
    func researchReports(_ query: ResearchQuery) async throws -> [ResearchReport]
}

extension PersonalRecords {
    func note(
        _ act: AuditEntry.Act, of account: Account.ID, by actor: AuditEntry.Actor, object: String? = nil,
        at now: Date
    ) async throws {
        try await note(act, of: [account], by: actor, object: object, at: now)
    }
}
