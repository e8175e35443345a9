import Foundation
import HTTPTypes
import Help
import HummingbirdTesting
import NIOCore
import People
import Testing

@testable import API
@testable import HTTP

@Suite struct ContactRouteTests {
    private func send(
        _ method: HTTPRequest.Method, _ path: String, _ body: String? = nil, key: String? = nil,
        bearer: String? = "anna", type: String = "application/json", accept: String? = nil,
        to client: any TestClientProtocol
    ) async throws -> (status: HTTPResponse.Status, json: JSONTree, text: String) {
        var headers: HTTPFields = [.contentType: type]
        if let bearer { headers[.authorization] = "Bearer \(bearer)" }
        if let accept { headers[.accept] = accept }
        if let key, let name = HTTPField.Name("Idempotency-Key") { headers[name] = key }
        let response = try await client.execute(
            uri: path, method: method, headers: headers, body: body.map(ByteBuffer.init(string:)))
        let bytes = Data(response.body.readableBytesView)
        let json = (try? JSONDecoder().decode(JSONTree.self, from: bytes)) ?? .null
        return (response.status, json, String(decoding: bytes, as: UTF8.self))
    }

    private static let home = "/v1/me/help"
    private static func nora(_ email: String? = "nora@example.org") -> String {
        let address = email.map { #""\#($0)""# } ?? "null"
        return
            #"{"name":"Nora","relation":"my sister","phone":"+41 79 000 00 00","email":\#(address),"kind":"contact","order":1}"#
    }

    private func made(_ client: any TestClientProtocol) async throws -> String {
        let made = try await send(.post, "\(Self.home)/contacts", Self.nora(), to: client)
        #expect(made.status == .created && made.json["agreement"] == .text("notAsked"))
        return try #require(made.json["id"]?.string)
    }

    @Test func `a contact is asked, agrees by a link, gets a test, and has to be asked at a new address`()
        async throws
    {
        let api = TestAPI()
        try await api.test { client in
            let id = try await made(client)
            let one = "\(Self.home)/contacts/\(id)"
            #expect(try await send(.post, "\(one)/tests", to: client).status == .conflict)
            let asked = try await send(.post, "\(one)/requests", to: client)
            #expect(asked.json["agreement"] == .text("asked"))
            let link = "/v1/contacts/\(api.contacts.link(to: HelpID(rawValue: id), of: SampleVisitors.anna))"
            let page = try await send(.get, link, bearer: nil, accept: "text/html", to: client)
            #expect(page.text.contains("value=\"agree\"") && page.text.contains("Anna"))
            #expect(try await send(.get, one, to: client).json["agreement"] == .text("asked"))
            let agreed = try await send(
                .post, link, "answer=agree", bearer: nil, type: "application/x-www-form-urlencoded",
                accept: "text/html", to: client)
            #expect(agreed.status == .ok && !agreed.text.contains("value=\"agree\""))
            #expect(try await send(.get, one, to: client).json["agreement"] == .text("agreed"))
            let test = try await send(.post, "\(one)/tests", to: client)
            #expect(test.json["kind"] == .text("test") && test.json["state"] == .text("queued"))
            let ended = try await send(
                .post, link, #"{"answer":"decline"}"#, bearer: nil, to: client)
            #expect(ended.json["agreement"] == .text("declined"))
            let moved = try await send(.put, one, Self.nora("nora@example.com"), to: client)
            #expect(moved.json["agreement"] == .text("notAsked"))
            let log = try await send(.get, "\(Self.home)/letters", to: client)
            #expect(log.json["letters"]?.elements.count == 2)
        }
    }

    @Test func `an SOS is sent once for a key, and says what becomes of it for each contact`() async throws {
        try await TestAPI().test { client in
            _ = try await made(client)
            let position = #"{"position":{"longitude":7.58,"latitude":47.56,"accuracy":9.5}}"#
            let first = try await send(.post, "\(Self.home)/sos", position, key: "k1", to: client)
            let again = try await send(.post, "\(Self.home)/sos", position, key: "k1", to: client)
            #expect(first.status == .created && first.json == again.json)
            #expect(first.json["position"] == .truth(true) && !first.text.contains("47.56"))
            let line = try #require(first.json["contacts"]?.elements.first)
            #expect(line["state"] == .text("undeliverable") && line["reason"] == .text("notAsked"))
            let id = try #require(first.json["id"]?.string)
            #expect(try await send(.get, "\(Self.home)/sos/\(id)", to: client).json == first.json)
            #expect(try await send(.get, "\(Self.home)/sos/none", to: client).status == .notFound)
        }
    }

    @Test func `every mistake is named, and nothing is kept or sent`() async throws {
        try await TestAPI().test { client in
            let bad =
                #"{"name":"","relation":"a\u0007","phone":"call","email":"nobody","kind":"friend","order":100}"#
            let refused = try await send(.post, "\(Self.home)/contacts", bad, to: client)
            #expect(
                refused.json["errors"]?.elements.compactMap { $0["pointer"]?.string } == [
                    "/name", "/relation", "/phone", "/email", "/kind", "/order",
                ])
            let nowhere = try await send(
                .post, "\(Self.home)/sos", #"{"position":{"longitude":181,"latitude":0,"accuracy":-1}}"#,
                to: client)
            #expect(
                nowhere.json["errors"]?.elements.compactMap { $0["pointer"]?.string } == [
                    "/position", "/position/accuracy",
                ])
            let settings = try await send(
                .put, "\(Self.home)/sos-settings", #"{"name":"a\nb","values":true}"#, to: client)
            #expect(settings.status == .badRequest)
            let kept = try await send(.get, "\(Self.home)/sos-settings", to: client)
            #expect(kept.json == .object(["name": .text(""), "values": .truth(false)]))
            #expect(
                try await send(.get, "/v1/contacts/none", bearer: nil, to: client).status == .notFound)
        }
    }

    @Test func `settings are kept, and replaced`() async throws {
        try await TestAPI().test { client in
            for name in ["Anna", "Anna K."] {
                let body = #"{"name":"\#(name)","values":true}"#
                let kept = try await send(.put, "\(Self.home)/sos-settings", body, to: client)
                #expect(kept.json["name"] == .text(name))
                #expect(try await send(.get, "\(Self.home)/sos-settings", to: client).json == kept.json)
            }
        }
    }
}
