import Allergens
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import People
import SampleTesting
import Testing

@testable import API
@testable import HTTP
@testable import Site

/// All pages as they are served, judged by the checker of the W3C.
@Suite struct HTMLValidityTests {
    /// Pages that are composed for a request, and those that say that there is nothing.
    private static let composed = [
        "/place", "/place?q=basel", "/place/basel", "/place/atlantis", "/station/basel", "/embed/place/basel",
        "/articles", "/articles?q=snow", "/articles/pollen-count", "/articles/none", "/allergens",
        "/allergens?q=none", "/allergens/none", "/studies", "/studies/none",
    ]

    private static var everyPage: [String] {
        SitePage.all.map(\.path) + composed + Taxonomy.standard.allergens.map { AllergenAddress($0).path }
    }

    private static let inOtherLanguages = [
        "/", "/today", "/place/basel", "/allergens/birch", "/pollutants/ozone",
    ]

    @Test func `no page has a mistake in its HTML`() async throws {
        let folder = try TemporaryFolder()
        try await TestAPI(address: "https://breathe.example").test { client in
            for language in Language.allCases {
                for path in language == .english ? Self.everyPage : Self.inOtherLanguages {
                    let answer = try await client.execute(
                        uri: path, method: .get, headers: [.cookie: "language=\(language.rawValue)"])
                    #expect(answer.headers[.contentType] == "text/html; charset=utf-8", "\(path)")
                    let name = "\(language.rawValue)\(path.replacing(/[\/?=]/, with: "~")).html"
                    try Data(answer.body.readableBytesView).write(to: folder.url.appending(path: name))
                }
            }
        }
        let outcome = try await Python.play("html_validity.py", [folder.url.path])
        #expect(outcome.status == 0, "\(outcome.output)")
    }
}
