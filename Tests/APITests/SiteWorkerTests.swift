import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import People
import Testing

@testable import API
@testable import HTTP
@testable import Site

/// What keeps the site in browsers and makes it installable.
@Suite struct SiteWorkerTests {
    private static let site = try? AssembledSite(sources: SiteSources.builtIn, leaflet: [])

    @Test func `the service worker lists every page and file, and pages name its version`() async throws {
        let site = try #require(Self.site)
        try await TestAPI().test { client in
            let worker = try await client.execute(uri: "/service-worker.js", method: .get)
            #expect(worker.status == .ok)
            #expect(worker.headers[.contentType] == "text/javascript; charset=utf-8")
            let text = String(buffer: worker.body)
            #expect(!text.contains("{{"))
            for page in SitePage.all { #expect(text.contains("\"\(page.path)\""), "\(page.path)") }
            // What is composed for each request is never kept.
            let composed = [
                "place.js", "place-page.css", "embed-page.css", "allergens.js", "allergens-page.css",
                "studies.js", "studies-page.css",
            ]
            // It is larger than any other file, and few readers need it.
            let large = ["food-vectors.json"]
            let drawings = site.files.keys.filter { $0.hasPrefix(AssembledSite.drawings) }
            let uncached = Set(composed + drawings + large)
            for name in site.files.keys where !name.hasPrefix("messages/") {
                #expect(text.contains("\"/assets/\(name)\"") != uncached.contains(name), "\(name)")
            }
            let version = try #require(HTTPField.Name("X-Site-Version"))
            let page = try await client.execute(uri: "/today", method: .get)
            #expect(page.headers[version].map { text.contains("\"\($0)\"") } == true)
        }
    }

    @Test func `a changed source makes a new version`() throws {
        var sources = SiteSources.builtIn
        let before = try AssembledSite(sources: sources, leaflet: []).version
        #expect(try AssembledSite(sources: sources, leaflet: []).version == before)
        sources["faq.js"] = Array("// Other words.\n".utf8)
        #expect(try AssembledSite(sources: sources, leaflet: []).version != before)
    }

    @Test(arguments: Language.allCases)
    func `the manifest is in the reader's language`(language: Language) async throws {
        try await TestAPI().test { client in
            let answer = try await client.execute(
                uri: "/manifest.webmanifest", method: .get,
                headers: [.cookie: "language=\(language.rawValue)"])
            #expect(answer.headers[.contentType] == "application/manifest+json; charset=utf-8")
            #expect(answer.headers[.contentLanguage] == language.rawValue)
            let tree = try JSONSerialization.jsonObject(with: Data(answer.body.readableBytesView))
            let manifest = try #require(tree as? [String: Any])
            #expect(manifest["lang"] as? String == language.rawValue)
            #expect(manifest["start_url"] as? String == "/today")
            let icons = try #require(manifest["icons"] as? [[String: String]])
            #expect(Set(icons.compactMap { $0["purpose"] }) == ["any", "maskable"])
            try Self.expectWays(of: manifest)
        }
    }

    /// How the installed app opens, what is shared with it, and what it leads to at once.
    private static func expectWays(of manifest: [String: Any]) throws {
        #expect(manifest["display_override"] as? [String] == ["standalone", "minimal-ui"])
        // The service is no medical device.
        #expect(manifest["categories"] as? [String] == ["health", "weather"])
        let target = try #require(manifest["share_target"] as? [String: Any])
        #expect(target["action"] as? String == "/place" && target["method"] as? String == "GET")
        #expect(target["params"] as? [String: String] == ["title": "title", "text": "q", "url": "link"])
        let shortcuts = try #require(manifest["shortcuts"] as? [[String: String]])
        #expect(shortcuts.compactMap { $0["url"] } == ["/report", "/", "/inbox"])
        #expect(shortcuts.allSatisfy { $0["name"]?.isEmpty == false && $0["description"]?.isEmpty == false })
    }

    @Test func `messages keep their quotation marks in JSON`() {
        #expect(SiteAssembly.jsonEscaped(#"a "b" \ c"#) == #"a \"b\" \\ c"#)
    }
}
