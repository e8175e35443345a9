import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import SampleTesting
import SeededTesting
import Synchronization
import Testing

@testable import API

@Suite struct ChannelRoutesTests {
    private static let key =
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    private static let secret = "BTBZMqHH6r4Tts7J_aSIgg"

    private static func subscription(
        endpoint: String = "https://push.example.org/a", key: String = key, secret: String = secret
    ) -> String {
        #"{"kind":"push","subscription":{"endpoint":"\#(endpoint)","keys":{"p256dh":"\#(key)","auth":"\#(secret)"}}}"#
    }

    private struct Answered: Sendable {
        let status: Int
        let text: String
        let headers: HTTPFields
    }

    private func send(
        _ method: HTTPRequest.Method, _ path: String, _ body: String? = nil, headers: HTTPFields = [:],
        to api: TestAPI = TestAPI()
    ) async throws -> Answered {
        var headers = headers
        headers[.authorization] = "Bearer anna"
        let found = Found()
        try await api.test { [headers] client in
            try await client.execute(
                uri: path, method: method, headers: headers, body: body.map(ByteBuffer.init(string:))
            ) { response in
                let answer = Answered(
                    status: response.status.code, text: String(buffer: response.body),
                    headers: response.headers)
                found.answer.withLock { $0 = answer }
            }
        }
        return try #require(found.answer.withLock { $0 })
    }

    private final class Found: Sendable { let answer = Mutex<Answered?>(nil) }

    @Test func `a webhook shows its secret once`() async throws {
        let api = TestAPI()
        let made = try await send(
            .post, "/v1/me/channels", #"{"kind":"webhook","url":"https://example.org/hook"}"#, to: api)
        #expect(made.status == 201)
        #expect(made.headers[.location] == "/v1/me/channels/c")
        #expect(made.text.contains(#""secret":"whsec_BwcHBwcH"#))
        #expect(made.text.contains(#""state":"active""#))
        let list = try await send(.get, "/v1/me/channels", to: api)
        #expect(list.status == 200 && list.text.contains(#""url":"https://example.org/hook""#))
        #expect(!list.text.contains("whsec_"))
    }

    @Test func `a push channel does not reveal its endpoint`() async throws {
        let made = try await send(.post, "/v1/me/channels", Self.subscription())
        #expect(made.status == 201, "\(made.text)")
        #expect(made.text.contains(#""service":"push.example.org""#))
        #expect(!made.text.contains("/a\"") && !made.text.contains(Self.secret))
    }

    /// Endpoints in the form of each engine's service; the last part, a secret, may be long.
    @Test(arguments: [
        ("https://updates.push.services.mozilla.com/wpush/v2/gAAAAAB", "updates.push.services.mozilla.com"),
        ("https://fcm.googleapis.com/fcm/send/dX1-_:APA91b", "fcm.googleapis.com"),
        ("https://web.push.apple.com/Q", "web.push.apple.com"),
    ])
    func `the subscription of each browser is taken, and only its service is told`(
        start: String, service: String
    ) async throws {
        let token = String(repeating: "aZ9-_", count: 60)
        let made = try await send(.post, "/v1/me/channels", Self.subscription(endpoint: start + token))
        #expect(made.status == 201, "\(made.text)")
        #expect(made.text.contains(#""service":"\#(service)""#) && !made.text.contains(token))
    }

    @Test(arguments: [
        (#"{"kind":"pigeon"}"#, 400, "invalid-json", "/kind"),
        (#"{"kind":"webhook"}"#, 400, "invalid-channel", "/url"),
        (#"{"kind":"webhook","url":"https://a.org","address":"a@b.ch"}"#, 400, "invalid-channel", "/address"),
        (#"{"kind":"webhook","url":"ftp://example.org"}"#, 400, "invalid-channel", "/url"),
        (#"{"kind":"webhook","url":"https://u:p@example.org"}"#, 400, "invalid-channel", "/url"),
        (#"{"kind":"webhook","url":"https://example.org/#x"}"#, 400, "invalid-channel", "/url"),
        (#"{"kind":"webhook","url":"https://exam ple.org"}"#, 400, "invalid-channel", "/url"),
        (#"{"kind":"webhook","url":"https://"}"#, 400, "invalid-channel", "/url"),
        (#"{"kind":"webhook","url":"https://a.org","rhythm":"hourly"}"#, 400, "invalid-json", "/rhythm"),
        (#"{"kind":"push"}"#, 400, "invalid-channel", "/subscription"),
        (#"{"kind":"push","subscription":{"endpoint":"x"}}"#, 400, "invalid-json", "/subscription/keys"),
        (subscription(endpoint: "x"), 400, "invalid-channel", "/subscription/endpoint"),
        (subscription(key: "AAAA"), 400, "invalid-channel", "/subscription/keys/p256dh"),
        (subscription(key: "B" + String(key.dropFirst(1).reversed())), 400, "invalid-channel", "p256dh"),
        (subscription(secret: "AAAA"), 400, "invalid-channel", "/subscription/keys/auth"),
        (subscription(secret: "!!!!"), 400, "invalid-channel", "/subscription/keys/auth"),
        (#"{"kind":"email","address":"anna@example.org"}"#, 409, "not-deliverable", "No gateway."),
        ("[]", 400, "invalid-json", ""), ("", 400, "invalid-json", ""),
    ])
    func `an invalid channel is refused with the reason`(
        body: String, status: Int, problem: String, naming: String
    ) async throws {
        let answer = try await send(.post, "/v1/me/channels", body)
        #expect(answer.status == status, "\(answer.text)")
        #expect(answer.text.contains("/problems/\(problem)"), "\(answer.text)")
        #expect(naming.isEmpty || answer.text.contains(naming), "\(answer.text)")
    }

    @Test(arguments: UInt64(0)..<20)
    func `a damaged body is at most a client error`(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        var bytes = Array(Self.subscription().utf8)
        for _ in 0..<Int.random(in: 1...6, using: &generator) {
            bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(
                in: 32...126, using: &generator)
        }
        let answer = try await send(.post, "/v1/me/channels", String(decoding: bytes, as: UTF8.self))
        #expect([201, 400].contains(answer.status), "\(answer.text)")
    }

    @Test func `an owner can change, test and delete a channel`() async throws {
        let api = TestAPI()
        _ = try await send(.post, "/v1/me/channels", Self.subscription(), to: api)
        let changed = try await send(
            .put, "/v1/me/channels/c", #"{"rhythm":"digest","state":"active"}"#, to: api)
        #expect(changed.status == 200 && changed.text.contains(#""rhythm":"digest""#))
        let parked = try await send(.put, "/v1/me/channels/c", #"{"state":"parked"}"#, to: api)
        #expect(parked.status == 400 && parked.text.contains("/state"))
        #expect(try await send(.put, "/v1/me/channels/x", "{}", to: api).status == 404)
        let trial = try await send(.post, "/v1/me/channels/c/tests", to: api)
        #expect(trial.status == 429 && trial.headers[.retryAfter] == "7")
        #expect(try await send(.delete, "/v1/me/channels/c", to: api).status == 204)
        #expect(try await send(.delete, "/v1/me/channels/c", to: api).status == 404)
    }

    @Test(arguments: ["confirmation?code=", "unsubscription?token="])
    func `a link opens a page with a button in its owner's language`(link: String) async throws {
        let path = "/v1/channels/c/\(link)"
        let page = try await send(.get, path + linkSecret)
        #expect(page.status == 200)
        #expect(page.headers[.contentType] == "text/html; charset=utf-8")
        #expect(page.headers[.cacheControl] == "private, no-store")
        #expect(page.text.contains(#"<html lang="de">"#) && page.text.contains(#"<form method="post">"#))
        let done = try await send(.post, path + linkSecret, "List-Unsubscribe=One-Click")
        #expect(done.status == 200 && !done.text.contains("<form"))
        #expect(done.text != page.text)
        let wrong = try await send(.post, path + "wrong")
        #expect(wrong.status == 404 && wrong.text.contains("/problems/unknown-channel"))
        let read = try await send(
            .get, path + "wrong", headers: [.accept: "text/html,*/*", .acceptLanguage: "fr-CH, en;q=0.5"])
        #expect(read.status == 404 && read.text.contains(#"<html lang="fr">"#))
    }

    @Test func `unsubscribing a channel that is gone succeeds`() async throws {
        #expect(try await send(.post, "/v1/channels/gone/unsubscription?token=x").status == 200)
        #expect(try await send(.post, "/v1/channels/gone/confirmation?code=x").status == 404)
    }
}
