import Foundation
import SampleTesting
import Testing

@testable import API
@testable import Site

/// Where the pages' links lead.
@Suite struct SiteLinkTests {
    private static func source(_ name: String) throws -> String {
        String(decoding: try #require(SiteSources.builtIn[name]), as: UTF8.self)
    }

    /// Whether an article has its folder among the texts.
    private static func isArticle(_ path: String) -> Bool {
        let name = path.dropFirst("/articles/".count)
        let file = repository.appending(path: "Sources/Web/Articles/Texts/\(name)/article.json")
        return FileManager.default.fileExists(atPath: file.path)
    }

    @Test func `every link leads to an existing page and an existing part of it`() throws {
        let pages = Dictionary(uniqueKeysWithValues: SitePage.all.map { ($0.path, $0.name) })
        var parts = 0
        let others = ["/v1/", "/assets/", "/manifest.webmanifest", "/openapi.json"]
        let composed = ["/studies", "/articles"]
        // The frame's links point into whatever page it surrounds.
        for name in SiteSources.builtIn.keys where name.hasSuffix(".html") && name != "frame.html" {
            for link in try Self.source(name).matches(of: /href="([\/#][^"]*)"/) {
                let address = try #require(URLComponents(string: String(link.1)), "\(name): \(link.1)")
                guard !others.contains(where: address.path.hasPrefix), !composed.contains(address.path)
                else { continue }
                if address.path.hasPrefix("/articles/") {
                    #expect(Self.isArticle(address.path), "\(name): \(link.1)")
                    continue
                }
                let page = address.path.isEmpty ? String(name.dropLast(".html".count)) : pages[address.path]
                let text = try Self.source(try #require(page, "\(name): \(link.1)") + ".html")
                // The page's own script handles `#new` and an empty fragment.
                guard let part = address.fragment, !["", "new"].contains(part) else { continue }
                #expect(text.contains("id=\"\(part)\""), "\(name): \(link.1)")
                parts += 1
            }
        }
        #expect(parts > 10)
    }
}
