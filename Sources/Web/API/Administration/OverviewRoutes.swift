import Alerts
import Foundation
import HTTP
import Hummingbird
import People

/// The state of the service, and what was done to accounts, for administrators.
struct OverviewRoutes: Sendable {
    let service: any ServiceStateSource
    let acts: any AdministrativeActSource
    let personalRecords: any PersonalRecords
    let environment: APIEnvironment

    /// Acts on one page.
    private static let pageSize = 100

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, "/v1/administration/state", .administrator, handler: state),
            Endpoint(.get, "/v1/administration/acts", .administrator, handler: list),
        ]
    }

    private struct StateAnswer: Encodable {
        struct Sending: Encodable {
            let kind: ServiceState.Sending.Kind
            let sent, delivered, failed, dropped: Int
        }

        struct Job: Encodable {
            let kind: ServiceState.Job.Kind
            let lastRun: Date?
            let succeeded: Bool?
        }

        let usable: Bool
        let failure: String?
        let databaseSize: Int
        let freeSpace: Int?
        let lastBackup: Date?
        let queued: Int?
        let jobs: [Job]
        let sendings: [Sending]
    }

    private struct Act: Encodable {
        let id: Int64
        let act: AuditEntry.Act
        let actor: AuditEntry.Actor
        let account: String
        let object: String?
        let at: Date
    }

    private struct Page: Encodable {
        let acts: [Act]
        /// The value of `before` for the next page; absent on the last.
        let next: Int64?
    }

    @Sendable private func state(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let state = await service.state()
        return try JSON.response(
            StateAnswer(
                usable: state.failure == nil, failure: state.failure?.rawValue,
                databaseSize: state.databaseSize, freeSpace: state.freeSpace, lastBackup: state.lastBackup,
                queued: state.queued,
                jobs: state.jobs.map {
                    StateAnswer.Job(kind: $0.kind, lastRun: $0.lastRun, succeeded: $0.succeeded)
                },
                sendings: state.sendings.map {
                    StateAnswer.Sending(
                        kind: $0.kind, sent: $0.sent, delivered: $0.delivered, failed: $0.failed,
                        dropped: $0.dropped)
                }),
            headers: [.cacheControl: Freshness.personal])
    }

    /// A page of acts; the owners of the accounts can see that it was read.
    @Sendable private func list(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let found = try await acts.administrativeActs(
            before: try request.entryNumber("before") ?? .max, limit: Self.pageSize + 1)
        let page = found.prefix(Self.pageSize)
        try await personalRecords.note(
            .inspected, of: Set(page.map(\.account.id)).sorted { $0.rawValue < $1.rawValue },
            by: .administrator, object: "audit", at: environment.now())
        return try JSON.response(
            Page(
                acts: page.map {
                    Act(
                        id: $0.entry.number, act: $0.entry.act, actor: $0.entry.actor,
                        account: $0.account.name, object: $0.entry.object, at: $0.entry.created)
                },
                next: found.count > page.count ? page.last?.entry.number : nil),
            headers: [.cacheControl: Freshness.personal])
    }
}
