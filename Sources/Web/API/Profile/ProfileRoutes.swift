import Foundation
import HTTP
import HTTPTypes
import Hummingbird
import NIOCore
import People

/// A subscriber's profile, and the deletion of an account.
struct ProfileRoutes: Sendable {
    let profileStore: any ProfileStore
    let accountStore: any AccountStore
    let accountClosing: any AccountClosing
    let environment: APIEnvironment
    let cookies: SessionCookies

    /// The confirmation that a deletion must contain, so that no slip of a finger or script deletes an
    /// account.
    private struct Deletion: Decodable { let confirm: String }

    var endpoints: [Endpoint] {
        [
            Endpoint(.delete, "/v1/me", .owner, handler: delete),
            Endpoint(.get, "/v1/me/profile", .subscriber, handler: read),
            Endpoint(.put, "/v1/me/profile", .subscriber, for: .warnings, handler: write),
            Endpoint(.patch, "/v1/me/profile", .subscriber, for: .warnings, handler: change),
        ]
    }

    @Sendable private func delete(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let body = try await request.bytes(upTo: BodyLimits.profile)
        let deletion = try JSON.decode(Deletion.self, from: Data(body.readableBytesView))
        guard deletion.confirm == (try await owner(context)).name else {
            throw Problem(
                .unconfirmed,
                errors: [Problem.Detail(pointer: "/confirm", detail: "This is the name of the account.")])
        }
        try await accountClosing.delete(context.account, at: environment.now())
        var response = Response(status: .noContent)
        cookies.forget(in: &response)
        return response
    }

    /// The account that sent the request; it may have been deleted since its token was checked.
    private func owner(_ context: BreatheContext) async throws -> Account {
        guard let account = try await accountStore.account(context.account)
        else { throw Problem(.unauthorized) }
        return account
    }

    @Sendable private func read(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try answer(try await profileStore.profile(of: context.account))
    }

    @Sendable private func write(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let body = try await request.bytes(upTo: BodyLimits.profile)
        let profile = try JSON.decode(ProfileRequest.self, from: Data(body.readableBytesView))
            .checked(environment.taxonomy)
        try await profileStore.keep(profile, of: context.account, at: environment.now())
        return try answer(profile)
    }

    /// Applies a JSON merge patch (RFC 7396); null restores a member's default.
    @Sendable private func change(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try request.expectMergePatch()
        let body = Data(try await request.bytes(upTo: BodyLimits.profile).readableBytesView)
        let patch = try MergePatch(body)
        let taxonomy = environment.taxonomy
        let profile = try await profileStore.change(profileOf: context.account, at: environment.now()) {
            former in
            let document = try patch.applied(to: JSON.encoder.encode(ProfileAnswer(former, taxonomy)))
            return try JSON.decode(ProfileRequest.self, from: document).checked(taxonomy)
        }
        return try answer(profile)
    }

    private func answer(_ profile: Profile) throws -> Response {
        try JSON.response(
            ProfileAnswer(profile, environment.taxonomy), headers: [.cacheControl: Freshness.personal])
    }
}
