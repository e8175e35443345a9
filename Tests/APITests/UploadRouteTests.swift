import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Observations
import Synchronization
import Testing

@testable import API
@testable import HTTP

@Suite struct UploadRouteTests {
    private let api = TestAPI()
    private let path = "/v1/stations/basel/readings"

    private func headers(_ more: HTTPFields = [:]) -> HTTPFields {
        var headers: HTTPFields = [.authorization: "Bearer basel", .contentType: "text/csv"]
        for field in more { headers[field.name] = field.value }
        return headers
    }

    private func expect(
        _ response: TestResponse, _ status: Int, _ words: String...,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let text = String(buffer: response.body)
        #expect(response.status.code == status, "\(text)", sourceLocation: sourceLocation)
        for word in words { #expect(text.contains(word), "\(text)", sourceLocation: sourceLocation) }
    }

    /// `gzip -n` of “allergen,day,value” and a newline.
    private static let zipped: [UInt8] = [
        0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0xFF, 0x4B, 0xCC, 0xC9, 0x49,
        0x2D, 0x4A, 0x4F, 0xCD, 0xD3, 0x49, 0x49, 0xAC, 0xD4, 0x29, 0x4B, 0xCC, 0x29, 0x4D,
        0xE5, 0x02, 0x00, 0x63, 0x44, 0xE8, 0xAB, 0x13, 0x00, 0x00, 0x00,
    ]

    @Test func `a body sent as gzip arrives decompressed`() async throws {
        try await api.test { [api, path] client in
            let response = try await client.execute(
                uri: path, method: .post, headers: headers([.contentEncoding: "gzip"]),
                body: ByteBuffer(bytes: Self.zipped))
            expect(response, 200, "\"accepted\":1")
            let upload = try #require(api.uploads.received.value.first)
            #expect(String(decoding: upload.bytes, as: UTF8.self) == "allergen,day,value\n")
            #expect(upload.upload.body.bytes == Self.zipped.count)
        }
    }

    @Test func `a body that does not match its encoding is refused with the reason`() async throws {
        try await api.test { [path] client in
            let plain = try await client.execute(
                uri: path, method: .post, headers: headers([.contentEncoding: "gzip"]),
                body: ByteBuffer(string: "allergen,day,value\n"))
            expect(plain, 400, "unreadable-file", "not gzip")
            let short = try await client.execute(
                uri: path, method: .post, headers: headers([.contentEncoding: "x-gzip"]),
                body: ByteBuffer(bytes: Self.zipped.dropLast(4)))
            expect(short, 400, "unreadable-file", "ends too early")
            let other = try await client.execute(
                uri: path, method: .post, headers: headers([.contentEncoding: "br"]),
                body: ByteBuffer(string: "x"))
            expect(other, 415, "unsupported-media-type", "gzip")
        }
    }

    @Test func `an upload that finds the service busy gets a time to retry`() async throws {
        api.uploads.failure.value = UploadRefusal.busy
        try await api.test { [path] client in
            let response = try await client.execute(
                uri: path, method: .post, headers: headers(), body: ByteBuffer(string: "x"))
            expect(response, 503, "/problems/busy", "CSV")
            #expect(response.headers[.retryAfter] == "30" && response.headers[.connection] == "close")
        }
    }

    @Test func `after a failure in the middle of a body, the connection closes without reading the rest`()
        async throws
    {
        struct Failure: Error {}
        let failures: [(any Error, Int)] = [
            (Failure(), 500), (UploadRefusal.unreadable("x"), 400), (UploadRefusal.tooSlow, 408),
            (UploadRefusal.tooLargeForAtomic(limit: 1), 413),
        ]
        for (failure, status) in failures {
            api.uploads.failure.value = failure
            try await api.test { [path] client in
                let response = try await client.execute(
                    uri: path, method: .post, headers: headers(), body: ByteBuffer(string: "x"))
                #expect(Int(response.status.code) == status)
                #expect(response.headers[.connection] == "close", "\(failure)")
            }
        }
        api.uploads.failure.value = nil
        try await api.test { [path] client in
            let wrong = try await client.execute(
                uri: path + "?atomic=perhaps", method: .post, headers: headers(),
                body: ByteBuffer(string: "x"))
            expect(wrong, 400, "invalid-parameter")
            #expect(wrong.headers[.connection] == "close")
            let good = try await client.execute(
                uri: path, method: .post, headers: headers(), body: ByteBuffer(string: "x"))
            expect(good, 200)
            #expect(good.headers[.connection] == nil)
        }
    }

    @Test func `options are query parameters, and invalid ones are refused`() async throws {
        try await api.test { [api, path] client in
            let response = try await client.execute(
                uri: path + "?dryRun=true&atomic=true&confirm=false&feed=plain", method: .post,
                headers: headers(), body: ByteBuffer(string: "x"))
            expect(response, 200, "\"dryRun\":true")
            let upload = try #require(api.uploads.received.value.first?.upload)
            #expect(upload.isTrial && upload.isAtomic && !upload.isConfirmed && upload.feed == "plain")
            #expect(upload.credential == "basel" && upload.station.rawValue == "basel")
            let wrong = try await client.execute(
                uri: path + "?atomic=perhaps", method: .post, headers: headers(),
                body: ByteBuffer(string: "x"))
            expect(wrong, 400, "invalid-parameter", "atomic is true or false")
        }
    }

    @Test func `a repeated request with the same key gets the same answer and is stored once`() async throws {
        let key = try #require(HTTPField.Name("Idempotency-Key"))
        try await api.test { [api, path] client in
            func send(_ text: String, to path: String) async throws -> TestResponse {
                try await client.execute(
                    uri: path, method: .post, headers: headers([key: "k1"]), body: ByteBuffer(string: text))
            }
            let first = try await send("a", to: path)
            let second = try await send("a", to: path)
            expect(first, 200)
            #expect(first.body == second.body && second.status == .ok)
            expect(try await send("b", to: path), 422, "idempotency-key-reused")
            expect(try await send("a", to: path + "?confirm=true"), 422, "idempotency-key-reused")
            #expect(api.uploads.received.value.count == 1)
        }
    }

    @Test func `decisions are checked and answered one by one`() async throws {
        try await api.test { [path] client in
            func decide(_ json: String) async throws -> TestResponse {
                try await client.execute(
                    uri: path + "/confirmations", method: .post,
                    headers: headers([.contentType: "application/json"]),
                    body: ByteBuffer(string: json))
            }
            let answer = try await decide(
                """
                {"readings":[{"allergen":"birch","day":"2020-04-08"},
                    {"allergen":"birch","time":"2020-04-08T12:00:00Z","hours":3,"confirmed":false},
                    {"allergen":"ash","day":"2020-04-08"}]}
                """)
            expect(answer, 200, #"["changed","unchanged","unknown"]"#)
            expect(try await decide(#"{"readings":[]}"#), 400, "invalid-decision", "/readings")
            expect(
                try await decide(#"{"readings":[{"allergen":"birch"}]}"#), 400, "either day or time",
                "/readings/0")
            expect(
                try await decide(#"{"readings":[{"allergen":"birch","time":"noon"}]}"#), 400, "invalid-json")
            expect(
                try await decide(#"{"readings":[{"allergen":"moon","day":"2020-04-08"}]}"#), 400,
                "unknown-allergen")
        }
    }

    @Test func `a key is shown once, and the last one cannot be revoked`() async throws {
        try await api.test { client in
            func send(_ method: HTTPRequest.Method, _ tail: String = "", _ json: String = "") async throws
                -> TestResponse
            {
                try await client.execute(
                    uri: "/v1/stations/basel/keys" + tail, method: method,
                    headers: headers([.contentType: "application/json"]),
                    body: ByteBuffer(string: json))
            }
            let made = try await send(.post, "", #"{"label":"trap","replaces":"basel","graceHours":1}"#)
            expect(made, 201, #""key":"secret""#, #""label":"trap""#)
            #expect(made.headers[.location] == "/v1/stations/basel/keys/new")
            let list = try await send(.get)
            expect(list, 200, #""inForce":true"#)
            #expect(list.headers[.cacheControl] == "private, no-store")
            #expect(!String(buffer: list.body).contains("secret"))
            expect(try await send(.post, "", #"{"graceHours":1}"#), 400, "invalid-key", "/graceHours")
            expect(try await send(.post, "", #"{"label":""}"#), 400, "invalid-key", "/label")
            expect(try await send(.delete, "/basel"), 409, "last-key")
            expect(try await send(.delete, "/other"), 404, "unknown-key")
        }
    }
}
