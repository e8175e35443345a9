import Foundation
import HTTP
import HTTPTypes
import Help
import Hummingbird
import NIOCore
import People

/// The action plan of a person.
struct ActionPlanRoutes: Sendable {
    let helpStore: any HelpStore
    let environment: APIEnvironment

    private static let path = "/v1/me/help/plan"

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, Self.path, .subscriber, handler: read),
            Endpoint(.put, Self.path, .subscriber, for: .help, handler: replace),
            Endpoint(.delete, Self.path, .subscriber, handler: remove),
        ]
    }

    @Sendable private func read(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try answer(try await kept(context.account))
    }

    @Sendable private func replace(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let body = Data(try await request.bytes(upTo: BodyLimits.profile).readableBytesView)
        let plan = try JSON.decodeStrictly(ActionPlanDocument.self, from: body).checked()
        return try answer(try await keep(plan, of: context.account))
    }

    /// Keeps a plan as the only one.
    private func keep(_ plan: ActionPlan, of account: Account.ID) async throws -> Kept<ActionPlan> {
        while true {
            if let former = try await kept(account) {
                let kept = try await helpStore.replace(
                    former.id, of: account, by: plan, at: environment.now())
                if let kept { return kept }
            } else {
                do {
                    return try await helpStore.add(plan, to: account, at: environment.now())
                } catch HelpRefusal.tooMany {
                    // Another request has just kept one, which this one replaces.
                }
            }
        }
    }

    @Sendable private func remove(_ request: Request, _ context: BreatheContext) async throws -> Response {
        guard let former = try await kept(context.account),
            try await helpStore.remove(former.id, of: context.account, as: ActionPlan.self)
        else { throw Problem(.unknownRecord) }
        return Response(status: .noContent)
    }

    private func kept(_ account: Account.ID) async throws -> Kept<ActionPlan>? {
        try await helpStore.records(ActionPlan.self, of: account).first
    }

    private func answer(_ kept: Kept<ActionPlan>?) throws -> Response {
        try JSON.response(ActionPlanAnswer(kept: kept), headers: [.cacheControl: Freshness.personal])
    }
}
