import Foundation
import HTTP
import Hummingbird
import NIOCore
import People

/// Whether a moderator is told of flags at once, and who else is.
struct DutyRoutes: Sendable {
    let duty: any DutyStore

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, "/v1/moderation/duty", .moderator, handler: read),
            Endpoint(.put, "/v1/moderation/duty", .moderator, handler: change),
        ]
    }

    private struct DutyRequest: Decodable {
        let on: Bool
    }

    private struct DutyAnswer: Encodable {
        let on: Bool
        /// The names of the other moderators who are told.
        let others: [String]
    }

    @Sendable private func read(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try await answer(to: context.account)
    }

    @Sendable private func change(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let body = try await request.bytes(upTo: BodyLimits.report)
        let wish = try JSON.decode(DutyRequest.self, from: Data(body.readableBytesView))
        try await duty.setDuty(wish.on, of: context.account)
        return try await answer(to: context.account)
    }

    private func answer(to moderator: Account.ID) async throws -> Response {
        let told = try await duty.moderatorsOnDuty()
        return try JSON.response(
            DutyAnswer(
                on: told.contains { $0.id == moderator },
                others: told.filter { $0.id != moderator }.map(\.name)),
            headers: [.cacheControl: Freshness.personal])
    }
}
