package import Alerts
package import Foundation
package import People

/// The consents of accounts, their audit trail, and what they said about alerts.
package protocol PersonalRecords: Sendable {
    /// All consents of an account, oldest first, including withdrawn ones.
    func consents(of account: Account.ID) async throws -> [Consent]
    /// Stores that an account agrees to a purpose, in its current wording.
    func giveConsent(
        to purpose: Consent.Purpose, of account: Account.ID, by source: Consent.Source, at now: Date)
        async throws

    /// The audit trail of an account: entries with numbers below `last`, newest first, at most `limit`.
    func audit(of account: Account.ID, before last: Int64, limit: Int) async throws -> [AuditEntry]
    /// Records that somebody read or changed the data of some accounts.
    ///
    /// Sign-ins and changes are recorded where they happen. Readers call this first: if it fails, so does the
    /// request.
    func note(
        _ act: AuditEntry.Act, of accounts: [Account.ID], by actor: AuditEntry.Actor, object: String?,
        at now: Date
    ) async throws

    /// An account's reports with numbers above `last`, oldest first, at most `limit`.
    func ownReports(
        of account: Account.ID, after last: Int64, limit: Int, at now: Date
    ) async throws -> [OwnReport]
    /// An account's confirmations and flags, oldest first.
    func ownOpinions(of account: Account.ID) async throws -> [OwnOpinion]
    /// An account's decisions as a moderator, oldest first.
    func ownDecisions(of account: Account.ID) async throws -> [OwnDecision]

    /// The reports of accounts that agreed to research, oldest first.
    func researchReports(_ query: ResearchQuery) async throws -> [ResearchReport]
}

extension PersonalRecords {
    /// Records that somebody read or changed the data of an account.
    package func note(
        _ act: AuditEntry.Act, of account: Account.ID, by actor: AuditEntry.Actor, object: String? = nil,
        at now: Date
    ) async throws {
        try await note(act, of: [account], by: actor, object: object, at: now)
    }
}
