import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import API
@testable import HTTP

@Suite struct FoodRouteTests {
    private func send(
        _ method: HTTPRequest.Method, _ path: String, _ body: String? = nil, to client: any TestClientProtocol
    ) async throws -> (status: HTTPResponse.Status, json: JSONTree) {
        let response = try await client.execute(
            uri: path, method: method,
            headers: [.authorization: "Bearer anna", .contentType: "application/json"],
            body: body.map(ByteBuffer.init(string:)))
        let bytes = Data(response.body.readableBytesView)
        return (response.status, bytes.isEmpty ? .null : try JSONDecoder().decode(JSONTree.self, from: bytes))
    }

    private let home = "/v1/me/help/foods"

    @Test func `everybody reads the catalogue`() async throws {
        try await TestAPI().test { client in
            let response = try await client.execute(uri: "/v1/foods", method: .get)
            let json = try JSONDecoder().decode(JSONTree.self, from: Data(response.body.readableBytesView))
            let almond = json["foods"]?.elements.first { $0["code"] == .text("almond") }
            #expect(almond?["names"]?["ar"] == .text("لوز"))
            #expect(almond?["groups"] == .list([.text("eu.nuts"), .text("us.treeNuts")]))
        }
    }

    @Test func `a food is kept once, of the catalogue or of one's own`() async throws {
        try await TestAPI().test { client in
            let nut = try await send(
                .post, home, #"{"food":"walnut","severity":"Traces","note":"a\nb"}"#, to: client)
            #expect(nut.status == .created && nut.json["food"] == .text("walnut"))
            let kiwi = try await send(
                .post, home, #"{"name":"Kiwi","sign":"🥝","severity":"","note":""}"#, to: client)
            #expect(kiwi.status == .created && kiwi.json["food"] == nil)
            let twice = try await send(
                .post, home, #"{"name":"kiwi ","sign":"K","severity":"","note":""}"#, to: client)
            #expect(twice.status == .conflict)
            let id = try #require(kiwi.json["id"]?.string)
            let other = try await send(
                .put, "\(home)/\(id)", #"{"food":"walnut","severity":"","note":""}"#, to: client)
            #expect(other.status == .conflict)
            let same = try await send(
                .put, "\(home)/\(id)", #"{"name":"KIWI","sign":"K","severity":"","note":""}"#, to: client)
            #expect(same.status == .ok)
            #expect(try await send(.get, home, to: client).json["foods"]?.elements.count == 2)
        }
    }

    @Test(arguments: [
        (#"{"food":"stone","severity":"","note":""}"#, ["/food"]),
        (#"{"food":"milk","name":"M","sign":"M","severity":"","note":""}"#, ["/name", "/sign"]),
        (#"{"severity":"","note":""}"#, ["/food"]),
        (#"{"name":"Kiwi","severity":"","note":""}"#, ["/sign"]),
        (#"{"name":" ","sign":"abc","severity":"a\nb","note":""}"#, ["/name", "/sign", "/severity"]),
    ])
    func `what is no food is refused by its place`(body: String, pointers: [String]) async throws {
        try await TestAPI().test { client in
            let refused = try await send(.post, home, body, to: client)
            #expect(refused.status == .badRequest)
            #expect(refused.json["errors"]?.elements.compactMap { $0["pointer"]?.string } == pointers)
        }
    }
}
