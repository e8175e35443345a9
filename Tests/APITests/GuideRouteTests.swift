import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import API
@testable import HTTP

/// Questions in plain words, over HTTP.
@Suite struct GuideRouteTests {
    private func ask(
        _ query: String, in language: String = "en", _ client: any TestClientProtocol
    ) async throws -> (status: HTTPResponse.Status, headers: HTTPFields, body: JSONTree) {
        let response = try await client.execute(
            uri: "/v1/guide?\(query)", method: .get, headers: [.acceptLanguage: language])
        let body = try JSONDecoder().decode(JSONTree.self, from: Data(response.body.readableBytesView))
        return (response.status, response.headers, body)
    }

    @Test func `a question with a sign of an emergency is answered with what to do and the numbers`()
        async throws
    {
        try await TestAPI().test { client in
            for (query, language) in [
                ("q=my+tounge+is+swolen&timeZone=Europe/Zurich", "en"),
                ("q=Zunge+geschwolen&timeZone=Europe/Zurich", "de"),
            ] {
                let (status, headers, body) = try await ask(query, in: language, client)
                #expect(status == .ok && headers[.contentLanguage] == language)
                #expect(headers[.cacheControl] == "public, max-age=60" && headers[.eTag] != nil)
                let first = try #require(body["answers"]?.elements.first)
                #expect(first["id"] == .text("signs") && first["isRedFlag"] == .truth(true))
                #expect(first["source"]?.string?.contains("ASCIA") == true && first["edition"] != nil)
                #expect(body["emergency"]?["numbers"] == .list([.text("144"), .text("112")]))
                #expect(body["emergency"]?["page"] == .text("/emergency"))
            }
            let elsewhere = try await ask("q=cannot+breathe", client).body
            #expect(elsewhere["emergency"]?["numbers"] == .list([.text("112")]))
        }
    }

    @Test func `amounts of medicine and how somebody is are never answered`() async throws {
        try await TestAPI().test { client in
            for (query, language, first) in [
                ("how+much+antihistamine+should+I+take", "en", "dose"),
                ("wie+viel+Cetirizin+soll+ich+nehmen", "de", "dose"), ("am+i+ok", "en", "worry"),
                ("ist+das+gef%C3%A4hrlich", "de", "worry"),
            ] {
                let body = try await ask("q=\(query)&language=\(language)", client).body
                #expect(body["answers"]?.elements.first?["id"] == .text(first), "\(query)")
                #expect(body["emergency"] == nil)
            }
        }
    }

    @Test func `what is not known is said`() async throws {
        try await TestAPI().test { client in
            let body = try await ask("q=zzzz", client).body
            #expect(body["answers"] == .list([]))
            #expect(body["nothing"]?["text"] == .text("We have no answer to this."))
            #expect(body["nothing"]?["pages"] == .list([.text("/contact"), .text("/emergency")]))
        }
    }

    @Test func `a question that is none is refused by name`() async throws {
        try await TestAPI().test { client in
            for (query, parameter) in [
                ("q=", "q"), ("language=de", "q"), ("q=\(String(repeating: "a", count: 201))", "q"),
                ("q=a&language=xx", "language"), ("q=a&timeZone=Mars/Base", "timeZone"),
            ] {
                let (status, _, body) = try await ask(query, client)
                #expect(status == .badRequest, "\(query)")
                #expect(body["errors"]?.elements.first?["parameter"] == .text(parameter), "\(query)")
            }
        }
    }
}
