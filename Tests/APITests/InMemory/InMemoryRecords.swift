import Alerts
import Foundation
import People
import SampleTesting

@testable import API
@testable import HTTP

/// One account, which has consented to everything until a test says otherwise.
struct InMemoryRecords: PersonalRecords, ConsentWithdrawing, AdministrativeActSource {
    let consents = Guarded(
        Consent.Purpose.allCases.map {
            Consent(purpose: $0, version: Consent.currentVersion, source: .command, given: noon)
        })
    let audit = Guarded<[AuditEntry]>([])
    let research = Guarded<[ResearchReport]>([])
    let researchQueries = Guarded<[ResearchQuery]>([])

    func consents(of account: Account.ID) async throws -> [Consent] { consents.value }
    func giveConsent(
        to purpose: Consent.Purpose, of account: Account.ID, by source: Consent.Source, at now: Date
    ) async throws {
        let consent = Consent(purpose: purpose, version: Consent.currentVersion, source: source, given: now)
        consents.change { $0.append(consent) }
    }
    func withdrawConsent(
        to purpose: Consent.Purpose, of account: Account.ID, at now: Date
    ) async throws -> Bool {
        consents.change { consents in
            let count = consents.count
            consents.removeAll { $0.purpose == purpose }
            return consents.count < count
        }
    }
    func audit(of account: Account.ID, before last: Int64, limit: Int) async throws -> [AuditEntry] {
        audit.value
    }
    func administrativeActs(before last: Int64, limit: Int) async throws -> [AdministrativeAct] {
        audit.value.filter { $0.actor != .owner && $0.act != .inspected && $0.number < last }.reversed()
            .prefix(limit).map {
                AdministrativeAct(entry: $0, account: Account(id: SampleVisitors.moderator, name: "mia"))
            }
    }
    func note(
        _ act: AuditEntry.Act, of accounts: [Account.ID], by actor: AuditEntry.Actor, object: String?,
        at now: Date
    ) async throws {
        audit.change { entries in
            entries.append(
                AuditEntry(
                    number: Int64(entries.count) + 1, act: act, actor: actor, object: object, created: now))
        }
    }
    func ownReports(
        of account: Account.ID, after last: Int64, limit: Int, at now: Date
    ) async throws -> [OwnReport] { [] }
    func ownOpinions(of account: Account.ID) async throws -> [OwnOpinion] { [] }
    func ownDecisions(of account: Account.ID) async throws -> [OwnDecision] { [] }
    func researchReports(_ query: ResearchQuery) async throws -> [ResearchReport] {
        researchQueries.change { $0.append(query) }
        return Array(research.value.filter { $0.number > query.after }.prefix(query.limit))
    }
}
