import HTTPTypes
import HummingbirdTesting
import NIOCore
import People
import Testing

@testable import API
@testable import HTTP
@testable import Site

/// In which language a reader sees one page after another.
@Suite struct PageLanguageTests {
    private let api = TestAPI(address: "https://breathe.example")

    /// What a browser that prefers German gets for an address.
    private func get(_ path: String, cookies: String? = nil) async throws -> TestResponse {
        var headers: HTTPFields = [.acceptLanguage: "de-CH", .accept: "text/html"]
        headers[.cookie] = cookies
        return try await api.test { [headers] in
            try await $0.execute(uri: path, method: .get, headers: headers)
        }
    }

    /// The cookies that a browser has after an answer.
    private func cookie(after answer: TestResponse) throws -> String {
        let field = try #require(answer.headers[.setCookie])
        return String(field.prefix { $0 != ";" })
    }

    @Test(arguments: ["/", "/about", "/place/basel", "/place", "/articles", "/allergens/birch", "/studies"])
    func `the language of a link stays for the visit, on every page and for the manifest`(path: String)
        async throws
    {
        let first = try await get("\(path)?language=fr")
        #expect(first.status == .ok && first.headers[.contentLanguage] == "fr")
        #expect(first.headers[.setCookie] == "visit-language=fr; Path=/; HttpOnly; SameSite=Lax")
        let cookies = try cookie(after: first)
        for next in ["/", "/today", "/place/basel", "/articles", "/nothing-here", "/manifest.webmanifest"] {
            let answer = try await get(next, cookies: cookies)
            #expect(answer.headers[.contentLanguage] == "fr", "\(next)")
            #expect(answer.headers[.setCookie] == nil, "\(next)")
        }
        let without = try await get(path)
        #expect(without.headers[.contentLanguage] == "de" && without.headers[.setCookie] == nil)
    }

    @Test func `the last link of a visit counts, also one back to the browser's language`() async throws {
        let french = try cookie(after: try await get("/?language=fr"))
        let italian = try await get("/today?language=it", cookies: french)
        let german = try await get("/today?language=de", cookies: try cookie(after: italian))
        let answer = try await get("/", cookies: try cookie(after: german))
        #expect(italian.headers[.contentLanguage] == "it" && answer.headers[.contentLanguage] == "de")
        let again = try await get("/today?language=fr", cookies: french)
        #expect(again.headers[.contentLanguage] == "fr" && again.headers[.setCookie] == nil)
    }

    @Test func `a link shows its page only, where the reader has chosen a language in the menu`() async throws
    {
        let link = try await get("/?language=fr", cookies: "language=es")
        #expect(link.headers[.contentLanguage] == "fr" && link.headers[.setCookie] == nil)
        for cookies in ["language=es", "language=es; visit-language=fr", "visit-language=fr; language=es"] {
            #expect(try await get("/", cookies: cookies).headers[.contentLanguage] == "es", "\(cookies)")
        }
    }

    @Test(arguments: [
        "/?language=de", "/?language=la", "/?language=", "/embed/place/basel?language=fr",
        "/v1/articles?language=fr", "/articles/feed.atom?language=fr",
        "/v1/air.ics?lon=7.6&lat=47.5&language=fr",
    ])
    func `there is no cookie without need, and none beside what is no page`(path: String) async throws {
        let answer = try await get(path)
        #expect(answer.status == .ok && answer.headers[.setCookie] == nil)
    }

    @Test func `an unknown language in the cookie does not count`() async throws {
        let answer = try await get("/", cookies: "visit-language=la")
        #expect(answer.headers[.contentLanguage] == "de")
    }

    @Test func `caches keep the pages of a visit apart, and search engines find the same addresses`()
        async throws
    {
        let link = try await get("/about?language=fr")
        let page = try await get("/about", cookies: "visit-language=fr")
        #expect(link.body == page.body && link.headers[.eTag] == page.headers[.eTag])
        for answer in [link, page] {
            let vary = Set(answer.headers[values: .vary].joined(separator: ", ").split(separator: ", "))
            #expect(vary == ["accept-encoding", "accept-language", "cookie"])
        }
        let text = String(buffer: page.body)
        let address = "https://breathe.example/about"
        #expect(text.contains(#"<link rel="canonical" href="\#(address)?language=fr">"#))
        for language in Language.allCases.map(\.rawValue) {
            let other = #"hreflang="\#(language)" href="\#(address)?language=\#(language)">"#
            #expect(text.contains(other))
        }
        let held = try #require(link.headers[.eTag])
        let again = try await api.test {
            try await $0.execute(
                uri: "/about?language=fr", method: .get, headers: [.acceptLanguage: "de", .ifNoneMatch: held])
        }
        #expect(again.status == .notModified && again.headers[.setCookie] == link.headers[.setCookie])
    }
}
