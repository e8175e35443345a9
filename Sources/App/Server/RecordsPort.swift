import API
import Alerts
import Foundation
import People
import Storage

/// Connects the routes to personal records.
struct RecordsPort: PersonalRecords {
    let network: Network
    let now: @Sendable () -> Date

    func consents(of account: Account.ID) async throws -> [Consent] {
        try await network.store.consents(of: account)
    }

    func giveConsent(
        to purpose: Consent.Purpose, of account: Account.ID, by source: Consent.Source, at now: Date
    ) async throws {
        try await network.store.giveConsent(to: purpose, of: account, by: source, at: now)
    }

    func withdrawConsent(to purpose: Consent.Purpose, of account: Account.ID) async throws -> Bool {
        try await network.withdrawConsent(to: purpose, of: account, at: now())
    }

    func audit(of account: Account.ID, before last: Int64, limit: Int) async throws -> [AuditEntry] {
        try await network.store.audit(of: account, before: last, limit: limit)
    }

    func note(
        _ act: AuditEntry.Act, of accounts: [Account.ID], by actor: AuditEntry.Actor, object: String?,
        at now: Date
    ) async throws {
        try await network.store.note(act, of: accounts, by: actor, object: object, at: now)
    }

    func ownReports(of account: Account.ID, after last: Int64, limit: Int) async throws -> [OwnReport] {
        try await network.store.ownReports(of: account, after: last, limit: limit, at: now())
    }

    func ownOpinions(of account: Account.ID) async throws -> [OwnOpinion] {
        try await network.store.ownOpinions(of: account)
    }

    func ownDecisions(of account: Account.ID) async throws -> [OwnDecision] {
        try await network.store.ownDecisions(of: account)
    }

    func researchReports(_ query: ResearchQuery) async throws -> [ResearchReport] {
        try await network.store.researchReports(query)
    }
}
