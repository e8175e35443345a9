import Allergens
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import People
import Site
import Testing

@testable import API
@testable import HTTP

/// Fails as the limits of requests and faults of the service do.
private struct FailingResponder: HTTPResponder {
    let status: HTTPResponse.Status

    func respond(to request: Request, context: BreatheContext) async throws -> Response {
        Response(status: status, headers: [.contentType: Problem.mediaType, .retryAfter: "7"])
    }
}

/// What readers and programs are told where a request fails.
@Suite struct FailurePageTests {
    private let api = TestAPI(address: "https://breathe.example")
    private static let browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"

    private func answer(
        _ path: String, accepting type: String, in language: Language = .english,
        _ method: HTTPRequest.Method = .get
    ) async throws -> TestResponse {
        try await api.test {
            try await $0.execute(
                uri: path, method: method, headers: [.accept: type, .acceptLanguage: language.rawValue])
        }
    }

    @Test(arguments: Language.allCases)
    func `a reader at an unknown address finds a page with ways on`(language: Language) async throws {
        let answer = try await answer("/nowhere", accepting: Self.browser, in: language)
        #expect(answer.status == .notFound && answer.headers[.contentLanguage] == language.rawValue)
        #expect(answer.headers[.contentType] == "text/html; charset=utf-8")
        #expect(answer.headers[.cacheControl] == "no-store")
        #expect(answer.headers[.contentSecurityPolicy]?.contains("form-action 'self'") == true)
        let text = String(buffer: answer.body)
        #expect(text.contains(#"<form action="/place" method="get""#) && text.contains(#"href="/today""#))
        #expect(text.contains(#"<meta name="robots" content="noindex">"#) && !text.contains("{{"))
    }

    @Test(arguments: [
        ("/nowhere", "*/*"), ("/nowhere", "application/json"), ("/v1/nowhere", browser),
        ("/v1/air", browser), ("/tiles/overall/99/0/0.png", browser), ("/assets/nowhere.js", browser),
        ("/ogc/nowhere", browser), ("/auth/nobody", browser), ("/place/atlantis/card.png", browser),
    ])
    func `programs keep their problem documents`(path: String, type: String) async throws {
        let answer = try await answer(path, accepting: type)
        #expect((400..<500).contains(answer.status.code))
        #expect(answer.headers[.contentType] == Problem.mediaType)
    }

    @Test(arguments: [
        (429, "Too many requests"), (500, "Something went wrong"),
        (507, "The service is not available right now"),
        (503, "The service is not available right now"),
    ])
    func `a reader learns of limits and faults on a page, a program from a document`(
        code: Int, title: String
    ) async throws {
        let status = HTTPResponse.Status(code: code)
        let responder = FailurePages(
            pages: SitePages(libraries: SiteLibraries()), taxonomy: .standard, programs: [],
            inner: FailingResponder(status: status))
        try await Application(responder: responder).test(.router) { client in
            let page = try await client.execute(
                uri: "/today", method: .get, headers: [.accept: Self.browser, .acceptLanguage: "en"])
            #expect(page.status == status && page.headers[.retryAfter] == "7")
            #expect(page.headers[.contentType] == "text/html; charset=utf-8")
            #expect(String(buffer: page.body).contains("<h1>\(title)</h1>"))
            let document = try await client.execute(
                uri: "/today", method: .get, headers: [.accept: "application/json"])
            #expect(document.status == status && document.headers[.contentType] == Problem.mediaType)
        }
    }

    @Test func `a refused method says so in words, and what is allowed`() async throws {
        let head = try await answer("/nowhere", accepting: Self.browser, .head)
        #expect(head.status == .notFound && head.body.readableBytes == 0)
        #expect(head.headers[.contentType] == "text/html; charset=utf-8")
        let post = try await answer("/today", accepting: Self.browser, .post)
        #expect(post.status == .methodNotAllowed && post.headers[.allow]?.contains("GET") == true)
    }
}
