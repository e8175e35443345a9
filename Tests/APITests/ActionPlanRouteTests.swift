import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import API
@testable import HTTP

@Suite struct ActionPlanRouteTests {
    private func send(
        _ method: HTTPRequest.Method, _ body: String? = nil, to client: any TestClientProtocol
    ) async throws -> (status: HTTPResponse.Status, json: JSONTree) {
        let response = try await client.execute(
            uri: "/v1/me/help/plan", method: method,
            headers: [.authorization: "Bearer anna", .contentType: "application/json"],
            body: body.map(ByteBuffer.init(string:)))
        let bytes = Data(response.body.readableBytesView)
        return (response.status, bytes.isEmpty ? .null : try JSONDecoder().decode(JSONTree.self, from: bytes))
    }

    private func plan(_ text: String, written: String = "null") -> String {
        """
        {"doctor":"Dr. Weber","written":\(written),"text":"\(text)",
         "zones":{"green":"","yellow":"","red":"Call 144"},"call":"Mum"}
        """
    }

    @Test func `a plan is empty at first, replaced as a whole, and deleted`() async throws {
        try await TestAPI().test { client in
            let empty = try await send(.get, to: client)
            #expect(empty.json["text"] == .text("") && empty.json["changed"] == nil)
            #expect(try await send(.delete, to: client).status == .notFound)
            let kept = try await send(.put, plan("One\\nTwo", written: #""2026-03-02""#), to: client)
            #expect(kept.status == .ok && kept.json["written"] == .text("2026-03-02"))
            #expect(kept.json["text"] == .text("One\nTwo") && kept.json["changed"] != nil)
            let other = try await send(.put, plan("Three"), to: client)
            #expect(other.json["text"] == .text("Three") && other.json["written"] == nil)
            #expect(try await send(.get, to: client).json == other.json)
            #expect(try await send(.delete, to: client).status == .noContent)
            #expect(try await send(.get, to: client).json == empty.json)
        }
    }

    @Test func `every mistake in a plan is named, and the former one stays`() async throws {
        try await TestAPI().test { client in
            let kept = try await send(.put, plan("Mine"), to: client)
            let long = String(repeating: "a", count: 4_001)
            let refused = try await send(
                .put,
                """
                {"doctor":"a\\nb","written":"2026-02-30","review":"soon","text":"\(long)",
                 "zones":{"green":"","yellow":"\\u0007","red":""},"call":""}
                """, to: client)
            #expect(refused.status == .badRequest)
            let pointers = refused.json["errors"]?.elements.compactMap { $0["pointer"]?.string }
            #expect(pointers == ["/doctor", "/written", "/review", "/text", "/zones/yellow"])
            #expect(try await send(.get, to: client).json == kept.json)
        }
    }
}
