import Foundation
import HTTPTypes
import Help
import HummingbirdTesting
import NIOCore
import Testing

@testable import API
@testable import HTTP

@Suite struct DocumentRouteTests {
    private struct Answer {
        let status: HTTPResponse.Status
        let headers: HTTPFields
        let bytes: Data
        let json: JSONTree
    }

    private func send(
        _ method: HTTPRequest.Method, _ path: String = "", _ body: Data? = nil,
        as type: String = "application/json", key: String? = nil, to client: any TestClientProtocol
    ) async throws -> Answer {
        var headers: HTTPFields = [.authorization: "Bearer anna", .contentType: type]
        if let key, let name = HTTPField.Name("Idempotency-Key") { headers[name] = key }
        let response = try await client.execute(
            uri: "/v1/me/help/documents\(path)", method: method, headers: headers,
            body: body.map { ByteBuffer(bytes: $0) })
        let bytes = Data(response.body.readableBytesView)
        let json = try? JSONDecoder().decode(JSONTree.self, from: bytes)
        return Answer(status: response.status, headers: response.headers, bytes: bytes, json: json ?? .null)
    }

    private func pdf(_ inside: String) -> Data { Data("%PDF-1.7\n\(inside)\n%%EOF\n".utf8) }
    private let pdfType = "application/pdf"

    @Test func `a document is kept once, named, read as a download, and deleted`() async throws {
        try await TestAPI().test { client in
            let letter = pdf("1 0 obj << /Type /Catalog >> endobj")
            let made = try await send(.post, "", letter, as: pdfType, key: "k", to: client)
            let again = try await send(.post, "", letter, as: pdfType, key: "k", to: client)
            #expect(made.status == .created && again.json == made.json)
            let id = try #require(made.json["id"]?.string)
            #expect(made.headers[.location] == "/v1/me/help/documents/\(id)")
            let named = try await send(
                .put, "/\(id)",
                Data(#"{"title":"Plan","kind":"plan","date":"2026-03-02","offline":true}"#.utf8), to: client)
            #expect(named.json["kind"] == .text("plan") && named.json["offline"] == .truth(true))
            let content = try await send(.get, "/\(id)/content", to: client)
            #expect(content.bytes == letter && content.headers[.contentType] == pdfType)
            #expect(content.headers[.contentDisposition] == #"attachment; filename="document.pdf""#)
            #expect(content.headers[.contentSecurityPolicy]?.hasPrefix("sandbox; default-src 'none'") == true)
            #expect(content.headers[.xContentTypeOptions] == "nosniff")
            let list = try await send(.get, to: client)
            #expect(list.json["documents"] == .list([named.json]))
            #expect(list.json["used"] == .whole(letter.count))
            #expect(try await send(.delete, "/\(id)", to: client).status == .noContent)
            for path in ["/\(id)", "/\(id)/content"] {
                #expect(try await send(.get, path, to: client).status == .notFound)
            }
        }
    }

    @Test(
        arguments: [
            ("<html><script>alert(1)</script></html>", "text/html"), ("GIF89a", "image/gif"),
            ("%PDF-1.7\nno end", "application/pdf"), (" %PDF-1.7\n%%EOF", "application/pdf"),
            ("%PDF-1.7\n%%EOF\n<script>alert(1)</script>", "application/pdf"),
            ("%PDF-1.7\n<< /S /JavaScript /JS (x) >>\n%%EOF", "application/pdf"),
            ("%PDF-1.7\n<< /S /J#61vaScrip#74>>\n%%EOF", "application/pdf"),
            ("%PDF-1.7\n<</S/Launch/F(x)>>\n%%EOF", "application/pdf"),
            ("\0\0\0\u{18}ftypheic\0\0\0\0", "image/heic"), ("", "application/pdf"),
        ])
    func `what is neither a picture nor a plain PDF is refused`(file: String, type: String) async throws {
        try await TestAPI().test { client in
            let answer = try await send(.post, "", Data(file.utf8), as: type, to: client)
            #expect(answer.status == .badRequest)
            if type == "image/heic" {
                #expect(answer.json["detail"]?.string?.contains("HEIC") == true)
            }
            #expect(try await send(.get, to: client).json["documents"] == .list([]))
        }
    }

    @Test func `a PDF that speaks of scripts in other words is kept`() async throws {
        try await TestAPI().test { client in
            for inside in ["(JavaScript)", "/JavaScripts", "/LaunchPad", "/Java Script", "/J#6", "/#zz"] {
                let answer = try await send(.post, "", pdf(inside), as: pdfType, to: client)
                #expect(answer.status == .created, "\(inside)")
            }
        }
    }

    @Test func `a file over 10 MiB, and one that does not fit any more, are refused with what is used`()
        async throws
    {
        let api = TestAPI()
        try await api.test { client in
            let rest = String(repeating: "x", count: PersonalDocument.fileSize - pdf("").count)
            let large = pdf(rest)
            let larger = pdf(rest + "x")
            #expect(try await send(.post, "", larger, as: pdfType, to: client).status == .contentTooLarge)
            #expect(try await send(.post, "", large, as: pdfType, to: client).status == .created)
            for _ in 1..<10 {
                _ = try await api.documents.add(
                    CleanedFile(.pdf, large), to: SampleVisitors.anna, at: api.clock.value)
            }
            let refused = try await send(.post, "", pdf(""), as: pdfType, to: client)
            #expect(refused.status == .conflict)
            #expect(refused.json["detail"]?.string?.contains("104857600 of 104857600 bytes") == true)
        }
    }

    @Test func `every mistake in what is said of a document is named`() async throws {
        try await TestAPI().test { client in
            let made = try await send(.post, "", pdf(""), as: pdfType, to: client)
            let id = try #require(made.json["id"]?.string)
            let refused = try await send(
                .put, "/\(id)", Data(#"{"title":"a\u0007","kind":"book","date":"soon","offline":true}"#.utf8),
                to: client)
            #expect(refused.status == .badRequest)
            let pointers = refused.json["errors"]?.elements.compactMap { $0["pointer"]?.string }
            #expect(pointers == ["/title", "/kind", "/date"])
        }
    }
}
