import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import People
import Testing

@testable import API
@testable import HTTP
@testable import Site

/// How pages are assembled and sent.
@Suite struct SiteTests {
    private let api = TestAPI()

    private func get(_ path: String, _ headers: HTTPFields = [:]) async throws -> TestResponse {
        try await api.test { try await $0.execute(uri: path, method: .get, headers: headers) }
    }

    private static func cookie(_ language: String) -> HTTPFields { [.cookie: "language=\(language)"] }

    @Test func `every page exists in every language, and leaves no placeholder`() throws {
        let site = try AssembledSite(sources: SiteSources.builtIn, leaflet: [])
        for language in Language.allCases {
            let edition = try site.edition(in: language)
            for page in SitePage.all {
                let text = String(buffer: try #require(try edition.page(page.path)).bytes)
                #expect(!text.contains("{{") && !text.contains("}}"), "\(page.path) in \(language)")
                #expect(text.contains("<html lang=\"\(language.rawValue)\">"))
            }
        }
    }

    @Test func `a page has a main part, and no duplicate identifiers`() throws {
        let site = try AssembledSite(sources: SiteSources.builtIn, leaflet: [])
        for page in SitePage.all {
            let text = String(buffer: try #require(try site.edition(in: .english).page(page.path)).bytes)
            let ids = text.matches(of: /\sid="([^"]+)"/).map { String($0.1) }
            let twice = Dictionary(grouping: ids) { $0 }.filter { $0.value.count > 1 }.keys
            #expect(twice.isEmpty, "\(page.path): \(twice.sorted())")
            #expect(ids.contains("main"), "\(page.path)")
        }
    }

    @Test(arguments: ["/", "/today", "/about"])
    func `a link to a page has a preview with its title and what it is about`(path: String) throws {
        let site = try AssembledSite(sources: SiteSources.builtIn, leaflet: [])
        let page = String(buffer: try #require(try site.edition(in: .german).page(path)).bytes)
        func content(_ name: String) throws -> Substring {
            let meta = try Regex(
                "<meta (?:name|property)=\"\(name)\" content=\"([^\"]+)\">", as: (Substring, Substring).self)
            return try #require(page.firstMatch(of: meta), "\(name)").1
        }
        let title = try content("og:title")
        #expect(page.contains("<title>\(title)</title>"))
        let (about, described) = (try content("og:description"), try content("description"))
        #expect(about == described)
        let locale = try content("og:locale")
        #expect(locale == "de")
        let unlisted = String(buffer: try #require(try site.edition(in: .german).page("/account")).bytes)
        #expect(!unlisted.contains("property=\"og:"))
    }

    @Test func `a page names its addresses where the service has one, and only if it may be listed`() throws {
        func page(_ path: String, at address: String?) throws -> String {
            let site = try AssembledSite(sources: SiteSources.builtIn, leaflet: [], address: address)
            return String(buffer: try #require(try site.edition(in: .german).page(path)).bytes)
        }
        let about = try page("/about", at: "https://a.example")
        #expect(about.contains(#"<link rel="canonical" href="https://a.example/about?language=de">"#))
        let picture = "https://a.example/assets/\(AppIcon.large)"
        #expect(about.contains(#"<meta property="og:image" content="\#(picture)">"#))
        let unplaced = try page("/about", at: nil)
        let unlisted = try page("/account", at: "https://a.example")
        for text in [unplaced, unlisted] {
            #expect(!text.contains("canonical") && !text.contains("hreflang") && !text.contains("og:url"))
        }
    }

    @Test func `each page marks itself in the navigation`() throws {
        let site = try AssembledSite(sources: SiteSources.builtIn, leaflet: [])
        for page in SitePage.all {
            let text = String(buffer: try #require(try site.edition(in: .english).page(page.path)).bytes)
            let marks = text.matches(of: /href="([^"]+)" aria-current="page"/).map { String($0.1) }
            #expect(Set(marks).isSubset(of: [page.path]), "\(page.path): \(marks)")
            let isLinked = String(decoding: SiteSources.builtIn["frame.html"] ?? [], as: UTF8.self)
                .contains("href=\"\(page.path)\">")
            #expect(marks.isEmpty != isLinked, "\(page.path)")
        }
    }

    @Test func `the language is the chosen one, else the browser's, else English`() async throws {
        let german: HTTPFields = [.acceptLanguage: "de-CH,fr;q=0.5"]
        #expect(try await get("/privacy").headers[.contentLanguage] == "en")
        let answer = try await get("/privacy", german)
        #expect(answer.headers[.contentLanguage] == "de")
        #expect(String(buffer: answer.body).contains("Zum Inhalt springen"))
        let vary = Set(answer.headers[values: .vary].joined(separator: ", ").split(separator: ", "))
        #expect(vary == ["accept-encoding", "accept-language", "cookie"])
        var both = german
        both.append(contentsOf: Self.cookie("it"))
        #expect(try await get("/privacy", both).headers[.contentLanguage] == "it")
        var unknown = german
        unknown.append(contentsOf: Self.cookie("la"))
        #expect(try await get("/privacy", unknown).headers[.contentLanguage] == "de")
    }

    @Test func `text is sent as gzip to clients that accept it, with a tag of its own`() async throws {
        let plain = try await get("/assets/map.js")
        let packed = try await get("/assets/map.js", [.acceptEncoding: "br;q=1, gzip;q=0.8"])
        #expect(plain.headers[.contentEncoding] == nil && packed.headers[.contentEncoding] == "gzip")
        #expect(packed.body.readableBytes * 2 < plain.body.readableBytes)
        #expect(packed.body.readableBytesView.starts(with: [0x1F, 0x8B]))
        let (one, other) = (try #require(plain.headers[.eTag]), try #require(packed.headers[.eTag]))
        #expect(one != other)
        let again = try await get(
            "/assets/map.js", [.acceptEncoding: "gzip", .ifNoneMatch: other])
        #expect(again.status == .notModified && again.headers[.eTag] == other)
        for refused in ["identity", "gzip;q=0", "br", "gzip;q=0.0, br"] {
            let answer = try await get("/assets/map.js", [.acceptEncoding: refused])
            #expect(answer.headers[.contentEncoding] == nil && answer.body == plain.body, "\(refused)")
        }
    }

    @Test func `JSON answers are compressed too, small answers and pictures are not`() async throws {
        let packed: HTTPFields = [.acceptEncoding: "gzip"]
        let document = try await get("/v1/allergens", packed)
        #expect(document.headers[.contentEncoding] == "gzip")
        #expect(document.body.readableBytes < (try await get("/v1/allergens")).body.readableBytes)
        for path in ["/tiles/birch/7/66/45.png?date=2020-04-08", "/healthz"] {
            #expect(try await get(path, packed).headers[.contentEncoding] == nil, "\(path)")
        }
    }

    @Test func `a mistake in a source is reported with its file`() throws {
        var sources = SiteSources.builtIn
        sources["privacy.html"] = Array("<main>{{no.such.words}}</main>".utf8)
        #expect(throws: SiteMistake(file: "privacy.html", problem: "there is no message no.such.words in en"))
        {
            try AssembledSite(sources: sources, leaflet: []).edition(in: .english).page("/privacy")
        }
        sources["privacy.html"] = nil
        #expect(throws: SiteMistake(file: "privacy.html", problem: "is missing")) {
            try AssembledSite(sources: sources, leaflet: []).edition(in: .english).page("/privacy")
        }
    }

    @Test func `only the page that reads barcodes may use the camera`() async throws {
        for (path, camera) in [
            ("/foods", "camera=(self)"), ("/documents", "camera=()"), ("/trips", "camera=()"),
        ] {
            let policy = try #require(try await get(path).headers[.permissionsPolicy])
            #expect(policy.contains(camera) && policy.contains("microphone=()"), "\(path): \(policy)")
        }
    }

    @Test func `pages read an operator's carbon factors beside those that are built in`() throws {
        let own = CarbonFactors.Factor(
            country: "CH", mode: "train", gramsPerKilometre: 7.5, per: .passenger, year: 2_025,
            licence: "Own",
            source: "An office")
        let factors = CarbonFactors.builtIn.adding([own], licensedAt: ["Own": "https://example.org/licence"])
        let bytes = try #require(try factors.joined(to: SiteSources.builtIn)[CarbonFactors.file])
        let read = try JSONDecoder().decode(CarbonFactors.self, from: Data(bytes))
        #expect(read.factors == CarbonFactors.builtIn.factors + [own])
        #expect(read.licences["Own"] == "https://example.org/licence")
        #expect(read.averages.count == CarbonFactors.builtIn.averages.count && !read.averages.isEmpty)
    }

    @Test func `a folder is served in its current state`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "site-\(UUID())")
        try FileManager.default.createDirectory(
            at: folder.appending(path: "messages"), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, bytes) in SiteSources.builtIn {
            let file = folder.appending(path: name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(bytes).write(to: file)
        }
        let authenticator = SiteCache(folder: folder, leaflet: folder)
        let before = try #require(try authenticator.site.files["map.js"])
        #expect(before.etag == (try authenticator.site.files["map.js"]?.etag))
        try Data("// other\n".utf8).write(to: folder.appending(path: "map.js"))
        let after = String(buffer: try #require(try authenticator.site.files["map.js"]).bytes)
        #expect(after.contains("\n// other\n"))
    }
}
