import Allergens
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// A subscriber: the account, and what it reacts to.
struct ProfileRoutes: Sendable {
    let ports: Ports

    private struct AccountAnswer: Encodable { let name: String }

    /// What a deletion must say, so that no slip of a finger or script deletes an account.
    private struct Deletion: Decodable { let confirm: String }

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, "/v1/me", .subscriber, handler: account),
            Endpoint(.delete, "/v1/me", .subscriber, handler: delete),
            Endpoint(.get, "/v1/me/profile", .subscriber, handler: read),
            Endpoint(.put, "/v1/me/profile", .subscriber, handler: write),
        ]
    }

    @Sendable private func account(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let account = try await owner(context)
        return try JSON.response(
            AccountAnswer(name: account.name), headers: [.cacheControl: Freshness.personal])
    }

    @Sendable private func delete(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let body = try await request.bytes(upTo: BodyLimits.profile)
        let deletion = try JSON.decode(Deletion.self, from: Data(body.readableBytesView))
        guard deletion.confirm == (try await owner(context)).name else {
            throw Problem(
                .unconfirmed,
                errors: [Problem.Detail(pointer: "/confirm", detail: "This is the name of the account.")])
        }
        try await ports.accounts.delete(context.account)
        return Response(status: .noContent)
    }

    /// The account that asks; it may have been deleted since its token was read.
    private func owner(_ context: BreatheContext) async throws -> Account {
        guard let account = try await ports.accounts.account(context.account)
        else { throw Problem(.unauthorized) }
        return account
    }

    @Sendable private func read(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try answer(try await ports.profiles.profile(of: context.account))
    }

    @Sendable private func write(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let body = try await request.bytes(upTo: BodyLimits.profile)
        let profile = try JSON.decode(ProfileRequest.self, from: Data(body.readableBytesView))
            .checked(ports.taxonomy)
        try await ports.profiles.keep(profile, of: context.account, at: ports.now())
        return try answer(profile)
    }

    private func answer(_ profile: Profile) throws -> Response {
        try JSON.response(
            ProfileAnswer(profile, ports.taxonomy), headers: [.cacheControl: Freshness.personal])
    }
}
