import Crypto
package import Foundation
import HTTPTypes
package import Hummingbird
import NIOCore
import People
import Synchronization

/// What a request created.
package struct CreatedAnswer: Sendable {
    package let location: String
    package let body: Data

    package init(location: String, body: Data) { (self.location, self.body) = (location, body) }
}

/// Replays the first answer when a creating request is repeated, without creating anything again.
///
/// A client sends `Idempotency-Key` with 1…255 characters (draft-ietf-httpapi-idempotency-key-header). Keys
/// are scoped to the account. The same key with another body is refused.
package final class Idempotency: Sendable {
    private struct Use: Hashable {
        let account: Account.ID
        let key: String
    }

    private let store: any AnswerStore
    private let now: @Sendable () -> Date
    /// Keys whose first request is still being answered.
    private let inUse = Mutex<Set<Use>>([])

    package init(store: any AnswerStore, now: @escaping @Sendable () -> Date) {
        self.store = store
        self.now = now
    }

    /// Answers a creating request, or a repetition of it.
    ///
    /// The key is stored together with what the request creates, in one transaction. So a repetition never
    /// creates it again, even if the program ended between the two.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - context: Its context, with the account.
    ///   - bodyLimit: The largest body in bytes.
    ///   - type: The media type that the body must have.
    ///   - create: Creates what the body describes.
    ///   - recall: Answers with what exists under an identifier, if the first request created it but the
    ///     answer to it was never stored. It gets the body, too.
    /// - Returns: 201.
    /// - Throws: ``Problem``, and the errors of `create` and `recall`.
    package func answer(
        _ request: Request, _ context: BreatheContext, bodyLimit: Int, as type: BodyType = .json,
        create: (Data) async throws -> CreatedAnswer,
        recall: (_ created: String, _ body: Data) async throws -> CreatedAnswer
    ) async throws -> Response {
        let body = Data(try await request.bytes(upTo: bodyLimit, as: type).readableBytesView)
        guard let key = try request.idempotencyKey else { return Self.response(to: try await create(body)) }
        let use = Use(account: context.account, key: key)
        guard inUse.withLock({ $0.insert(use).inserted }) else { throw Problem(.keyInUse) }
        defer { inUse.withLock { _ = $0.remove(use) } }
        let fingerprint = Data(SHA256.hash(data: Data(request.uri.path.utf8) + body))
        let created: CreatedAnswer
        if let kept = try await store.answer(to: key, of: context.account) {
            guard kept.fingerprint == fingerprint else { throw Problem(.keyReused) }
            guard kept.body.isEmpty
            else { return Self.response(to: CreatedAnswer(location: kept.location, body: kept.body)) }
            created = try await recall(kept.location, body)
        } else {
            let claim = AnswerClaim(
                key: key, account: context.account, fingerprint: fingerprint, made: now())
            do {
                created = try await AnswerClaim.$current.withValue(claim) { try await create(body) }
            } catch is AnswerClaim.Taken {
                throw Problem(.keyInUse)
            } catch let problem as Problem {
                // The first request may have created it meanwhile at another node, and is what speaks against it.
                let isTaken = try await store.answer(to: key, of: context.account) != nil
                throw isTaken ? Problem(.keyInUse) : problem
            }
        }
        try await store.keep(
            KeptAnswer(fingerprint: fingerprint, location: created.location, body: created.body),
            to: key, of: context.account, at: now())
        return Self.response(to: created)
    }

    private static func response(to created: CreatedAnswer) -> Response {
        Response(
            status: .created,
            headers: [
                .contentType: "application/json", .location: created.location,
                .cacheControl: Freshness.personal,
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: created.body)))
    }
}

extension Request {
    /// The fingerprint that identifies a repetition of the request.
    package var idempotencyKey: String? {
        get throws {
            guard let name = HTTPField.Name("Idempotency-Key"), let key = headers[name] else { return nil }
            guard (1...255).contains(key.utf8.count)
            else { throw Problem(.malformedRequest, "An Idempotency-Key has 1 to 255 characters.") }
            return key
        }
    }
}
