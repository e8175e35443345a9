import Foundation
import HTTPTypes
import Help
import HummingbirdTesting
import NIOCore
import Testing

@testable import API
@testable import HTTP

@Suite struct HelpRouteTests {
    private func send(
        _ method: HTTPRequest.Method, _ path: String = "", _ body: String? = nil,
        key: String? = nil, to client: any TestClientProtocol
    ) async throws -> (status: HTTPResponse.Status, json: JSONTree) {
        var headers: HTTPFields = [.authorization: "Bearer anna", .contentType: "application/json"]
        if let key, let name = HTTPField.Name("Idempotency-Key") { headers[name] = key }
        let response = try await client.execute(
            uri: "/v1/me/help/injectors\(path)", method: method, headers: headers,
            body: body.map(ByteBuffer.init(string:)))
        let bytes = Data(response.body.readableBytesView)
        return (response.status, bytes.isEmpty ? .null : try JSONDecoder().decode(JSONTree.self, from: bytes))
    }

    private let pen = #"{"name":"Adrenaline","place":"Bag","expires":"2028-02"}"#

    @Test func `an injector is kept, changed and deleted`() async throws {
        try await TestAPI().test { client in
            let made = try await send(.post, "", pen, key: "k1", to: client)
            let again = try await send(.post, "", pen, key: "k1", to: client)
            #expect(made.status == .created && again.json == made.json)
            let id = try #require(made.json["id"]?.string)
            let changed = try await send(
                .put, "/\(id)", #"{"name":"Adrenaline","place":"School","expires":"2028-03"}"#, to: client)
            #expect(changed.json["place"] == .text("School") && changed.json["expires"] == .text("2028-03"))
            #expect(try await send(.get, "/\(id)", to: client).json == changed.json)
            #expect(
                try await send(.get, to: client).json == .object(["injectors": .list([changed.json])]))
            #expect(try await send(.delete, "/\(id)", to: client).status == .noContent)
            #expect(try await send(.delete, "/\(id)", to: client).status == .notFound)
        }
    }

    @Test func `every mistake is named, and nothing is kept`() async throws {
        try await TestAPI().test { client in
            let refused = try await send(
                .post, "", #"{"name":"","place":"a\u0007b","expires":"2028-13"}"#, to: client)
            #expect(refused.status == .badRequest)
            let pointers = refused.json["errors"]?.elements.compactMap { $0["pointer"]?.string }
            #expect(pointers == ["/name", "/place", "/expires"])
            let misspelled = try await send(
                .post, "", #"{"name":"A","place":"","expires":"2028-12","exp":1}"#, to: client)
            #expect(misspelled.status == .badRequest)
            #expect(try await send(.get, to: client).json == .object(["injectors": .list([])]))
        }
    }
}
