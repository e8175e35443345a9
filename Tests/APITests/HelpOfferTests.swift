import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import SampleTesting
import Testing

@testable import API
@testable import HTTP
@testable import Site

/// Parts of help at hand that whoever operates the service does not offer: here injectors, foods and documents.
@Suite struct HelpOfferTests {
    /// The same service before its operator switched them off.
    private let former = TestAPI()
    private var api: TestAPI {
        var api = former
        api.isOffered = false
        return api
    }

    private func ask(
        _ method: HTTPRequest.Method, _ path: String, _ body: String? = nil, of api: TestAPI? = nil
    ) async throws -> TestResponse {
        try await (api ?? self.api).test { client in
            try await client.execute(
                uri: path, method: method,
                headers: [.authorization: "Bearer anna", .contentType: "application/json"],
                body: body.map(ByteBuffer.init(string:)))
        }
    }

    private func tree(_ answer: TestResponse) throws -> JSONTree {
        try JSONDecoder().decode(JSONTree.self, from: Data(answer.body.readableBytesView))
    }

    private func expectNotOffered(_ answer: TestResponse) throws {
        #expect(answer.status == .notFound)
        let problem = try tree(answer)
        #expect(problem["type"]?.string?.hasSuffix("/not-offered") == true, "\(problem)")
    }

    @Test func `nothing can be read or kept by it, and what was kept can be deleted`() async throws {
        let pen = #"{"name":"Pen","place":"","expires":"2099-05"}"#
        let made = try await ask(.post, "/v1/me/help/injectors", pen, of: former)
        let id = try #require(try tree(made)["id"]?.string)
        try expectNotOffered(try await ask(.get, "/v1/me/help/injectors"))
        try expectNotOffered(try await ask(.post, "/v1/me/help/injectors", "{}"))
        try expectNotOffered(try await ask(.put, "/v1/me/help/injectors/\(id)", "{}"))
        try expectNotOffered(try await ask(.get, "/v1/me/help/foods"))
        #expect(try await ask(.get, "/v1/foods").status == .ok, "the catalogue is nobody's own")
        #expect(try await ask(.delete, "/v1/me/help/injectors/\(id)").status == .noContent)
        let left = try await ask(.get, "/v1/me/help/injectors", of: former)
        #expect(try tree(left)["injectors"]?.elements == [])
        #expect(try await ask(.get, "/v1/me/help/plan").status == .ok)
    }

    @Test func `its pages are not there, and nothing leads to them`() async throws {
        for path in ["/foods", "/injectors", "/documents"] { try expectNotOffered(try await ask(.get, path)) }
        for path in ["/help", "/plan", "/profile", "/immunotherapy", "/emergency"] {
            let page = String(buffer: try await ask(.get, path).body)
            #expect(page.contains("</main>"), "\(path)")
            for gone in ["/foods", "/injectors", "/documents"] {
                #expect(!page.contains("href=\"\(gone)\""), "\(path) leads to \(gone)")
            }
        }
        let hub = String(buffer: try await ask(.get, "/help").body)
        let whole = String(buffer: try await ask(.get, "/help", of: former).body)
        let card = /<li><a class="card/
        #expect(hub.matches(of: card).count == whole.matches(of: card).count - 3)
        #expect(!hub.contains("<li></li>") && hub.contains("href=\"/plan\""))
        #expect(!String(buffer: try await ask(.get, "/plan").body).contains("Photos of the plan"))
        let worker = String(buffer: try await ask(.get, "/service-worker.js").body)
        #expect(!worker.contains("\"/foods\"") && worker.contains("\"/emergency\""))
    }

    @Test func `the definition of the API is valid, and says that it may not be offered`() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "openapi.json")
        let answer = try await ask(.get, "/openapi.json")
        try Data(answer.body.readableBytesView).write(to: file)
        let (status, output) = try await Python.play("check_definition.py", [file.path])
        #expect(status == 0, "\(output)")
        #expect(String(buffer: answer.body).contains("not-offered"))
        let whole = try await ask(.get, "/openapi.json", of: former)
        let paths = try [answer, whole].map { try tree($0)["paths"]?["/v1/me/help/injectors"]?["get"] }
        #expect(paths[0] == paths[1], "clients of both services need one definition")
    }
}
