import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import People
import Testing

@testable import API
@testable import HTTP
@testable import Site

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// What search engines are told.
@Suite struct SitemapTests {
    private let api = TestAPI(address: "https://breathe.example")

    private func get(_ path: String, _ headers: HTTPFields = [:]) async throws -> TestResponse {
        try await api.test { try await $0.execute(uri: path, method: .get, headers: headers) }
    }

    /// The contents of all elements of a name.
    private static func texts(_ name: String, in document: String) throws -> [String] {
        #expect(XMLParser(data: Data(document.utf8)).parse())
        return document.matches(of: try Regex("<\(name)>([^<]*)</\(name)>", as: (Substring, Substring).self))
            .map { String($0.output.1) }
    }

    @Test func `the rules name the map, which holds every kind of public page and no other`() async throws {
        let robots = String(buffer: try await get("/robots.txt").body)
        #expect(robots.hasPrefix("User-agent: *\n"))
        #expect(robots.hasSuffix("\nSitemap: https://breathe.example/sitemap.xml\n"))
        let answer = try await get("/sitemap.xml")
        #expect(answer.headers[.contentType] == "application/xml")
        let document = String(buffer: answer.body)
        let pages = try Self.texts("loc", in: document)
        #expect(Set(pages).count == pages.count)
        for path in [
            "/?language=en", "/about?language=fr", "/articles?language=it",
            "/articles/pollen-count?language=de",
            "/allergens/birch?language=fr", "/pollutants/ozone?language=en",
            "/station/basel?language=es", "/place/basel?language=it",
        ] {
            #expect(pages.contains("https://breathe.example\(path)"), "\(path)")
        }
        #expect(!pages.contains { $0.contains("/account") || $0.contains("/admin") || $0.contains("/diary") })
        #expect(
            document.contains(
                #"<xhtml:link rel="alternate" hreflang="x-default" href="https://breathe.example/allergens/birch"/>"#
            ))
        #expect(try Self.texts("lastmod", in: document).count == 2 * Language.allCases.count)
        let tag = try #require(answer.headers[.eTag])
        #expect(try await get("/sitemap.xml", [.ifNoneMatch: tag]).status == .notModified)
    }

    @Test(arguments: ["0", "-1", "x", "1.0", "%2B1"])
    func `what is no number of a part is refused`(part: String) async throws {
        #expect(try await get("/sitemap.xml?part=\(part)").status == .badRequest)
    }

    @Test(arguments: ["2", "99999999999999999999"])
    func `a part after the last is not there`(part: String) async throws {
        #expect(try await get("/sitemap.xml?part=\(part)").status == .notFound)
        #expect(try await get("/sitemap.xml?part=1").status == .ok)
    }

    @Test func `every address leads to a page`() async throws {
        let pages = try Self.texts("loc", in: String(buffer: try await get("/sitemap.xml").body))
        #expect(pages.count > 200)
        try await api.test { client in
            for page in pages {
                let path = String(page.dropFirst("https://breathe.example".count))
                let answer = try await client.execute(uri: path, method: .get)
                #expect(answer.status == .ok, "\(page)")
            }
        }
    }

    @Test(
        arguments: ["/place/basel", "/station/basel", "/pollutants/ozone", "/studies"]
            + SitePages(libraries: SiteLibraries()).listedPaths)
    func `a page has an address in each language, which goes before the reader's choice`(
        path: String
    ) async throws {
        let german: HTTPFields = [.acceptLanguage: "de"]
        let body = String(buffer: try await get("\(path)?language=it", german).body)
        #expect(body.contains(#"<html lang="it">"#))
        let address = "https://breathe.example\(path)"
        #expect(body.contains(#"<link rel="canonical" href="\#(address)?language=it">"#))
        for language in Language.allCases.map(\.rawValue) {
            let other = #"hreflang="\#(language)" href="\#(address)?language=\#(language)">"#
            #expect(body.contains(other), "\(language)")
        }
        #expect(body.contains(#"hreflang="x-default" href="\#(address)">"#))
        let other = String(buffer: try await get("\(path)?language=xx", german).body)
        #expect(other.contains(#"<html lang="de">"#))
    }

    @Test func `many addresses are split, and the index names the parts`() throws {
        let entries = (0..<7).map { Sitemap.Entry(path: "/station/s\($0)") }
        let map = Sitemap(entries, base: "https://a.example", mostInPart: 3)
        #expect(map.parts == 3)
        let index = try Self.texts("loc", in: map.document)
        #expect(index == (1...3).map { "https://a.example/sitemap.xml?part=\($0)" })
        let all = try (1...3).flatMap { try Self.texts("loc", in: map.part($0)) }
        #expect(all == entries.map { "https://a.example\($0.path)" })
        #expect(Sitemap([], base: "").parts == 1)
        let worded = Sitemap(
            [Sitemap.Entry(path: "/allergens", isInEachLanguage: true)], base: "", mostInPart: 4)
        #expect(worded.parts == 2, "each language has an address of its own")
    }
}
