import Foundation
import HTTP
import HTTPTypes
import Hummingbird
import NIOCore
import People

/// Messages from the public to the operators of the service.
struct MessageRoutes: Sendable {
    let personalRecords: any PersonalRecords
    let messageStore: any MessageStore
    /// Whether the operators receive messages by mail.
    let isMailed: Bool
    let signInService: any SigningIn
    let environment: APIEnvironment
    let gate: AccessControl
    let limits: SignInLimits

    /// Messages on one page.
    static let pageSize = 100

    private struct Page: Encodable {
        let messages: [MessageAnswer]
        /// The value of `before` for the next page; absent on the last.
        let next: Int64?
    }

    var endpoints: [Endpoint] {
        [
            Endpoint(.post, "/v1/messages", .everyone, handler: take),
            Endpoint(.get, "/v1/messages", .administrator, handler: list),
            Endpoint(.delete, "/v1/messages/{message}", .administrator, handler: remove),
        ]
    }

    /// Accepts a message, with or without a signed-in account.
    @Sendable private func take(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let author: Account.ID?
        do {
            author = try await gate.author(of: request)
        } catch  where request.hasBody {
            throw UnreadBody(cause: error)
        }
        let body = try await request.bytes(upTo: BodyLimits.account)
        let draft = try JSON.decodeStrictly(MessageRequest.self, from: Data(body.readableBytesView))
            .checked(isAddress: signInService.isAddress)
        let quota = try limits.countMessage(of: author, request, context)
        try await messageStore.keep(
            draft, of: author, isWaiting: isMailed, at: environment.now())
        var response = Response(status: .accepted, headers: [.cacheControl: Freshness.personal])
        response.headers.append(contentsOf: quota)
        return response
    }

    /// A page of messages; authors who were signed in can see that their message was read.
    @Sendable private func list(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let found = try await messageStore.messages(
            before: try request.entryNumber("before") ?? .max, limit: Self.pageSize + 1)
        let page = found.prefix(Self.pageSize)
        try await personalRecords.note(
            .inspected, of: Set(page.compactMap(\.account?.id)).sorted { $0.rawValue < $1.rawValue },
            by: .administrator, object: "message", at: environment.now())
        return try JSON.response(
            Page(
                messages: page.map(MessageAnswer.init),
                next: found.count > page.count ? page.last?.number : nil),
            headers: [.cacheControl: Freshness.personal])
    }

    @Sendable private func remove(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let id = ContactMessage.ID(rawValue: context.parameters.get("message") ?? "")
        guard try await messageStore.remove(id) else { throw Problem(.unknownMessage) }
        return Response(status: .noContent, headers: [.cacheControl: Freshness.personal])
    }
}
