import Allergens
import Articles
import Foundation
import NIOCore
import People
import SampleTesting
import Testing

@testable import API
@testable import Site

/// What advice to readers rests on.
@Suite struct AdviceSourceTests {
    /// Messages and medical sentences that say what to do, or what signs mean.
    private static let advising = [
        #"advice\..+"#, #"weather\.meaning\.(?:rain|windyAfterRain|windy|calm)"#, #"weather\.storm\.advice"#,
        #"injectors\.(?:hot|cold)"#,
        #"allergen\.foods\..+"#, #"allergen\.relatives\.cross"#, #"help\.(?:sign|step|dose)\..+"#,
        #"help\.signs\.about"#, #"help\.attention\.text"#, #"help\.guide\.[a-z-]+\.answer"#,
        // What is said after a report, except that no clinician has reviewed it.
        #"help\.now\.(?!source$).+"#, #"faq\.meaning\.answer"#, #"trips\.tip\..+"#,
    ].joined(separator: "|")

    /// What alerts by mail and in notifications advise besides air quality.
    private static let alerted = ["phrases.advice"]

    private static func messages() throws -> Set<String> {
        let bytes = try #require(SiteSources.builtIn["messages/en.json"])
        let tree = try JSONSerialization.jsonObject(with: Data(bytes))
        return Set(try #require(tree as? [String: Any]).keys)
    }

    @Test func `all advice names its source, and no source belongs to advice that is gone`() throws {
        let pattern = try Regex(Self.advising)
        let advice = try Self.messages().filter { $0.wholeMatch(of: pattern) != nil }
            .union(AirQualityAdvice.allCases.map(\.messageKey)).union(Self.alerted)
        #expect(advice.count > 60)
        #expect(advice.symmetricDifference(AdviceSources.builtIn.keys).sorted() == [])
        #expect(AdviceSources.builtIn.strays == [])
    }

    @Test func `each source has a title, a publisher, an address and the day on which it was read`() throws {
        for key in AdviceSources.builtIn.keys {
            let sources = AdviceSources.builtIn.sources(of: key)
            #expect(!sources.isEmpty, "\(key)")
            for source in sources {
                #expect(!source.title.isEmpty && !source.publisher.isEmpty, "\(key)")
                #expect(source.url.hasPrefix("https://") || ["/about", "/purpose"].contains(source.url))
                #expect(leadsToDocument(source.url), "\(source.url)")
                #expect(CivilDate(source.read) != nil, "\(key)")
            }
        }
    }

    @Test(arguments: Language.allCases)
    func `what the article on oral immunotherapy says of everyday life has a source, unless it asks`(
        language: Language
    ) throws {
        let id = try #require(Article.ID("oral-immunotherapy"))
        let article = try #require(try ArticleLibrary.builtIn()[id])
        let html = article.html(in: language, base: "")
        let tips = html.matches(of: /<li><strong>[^<]*<\/strong>(.*?)<\/li>/).map { match in
            String(match.1).replacing(/<[^>]*>/, with: "")
        }
        #expect(tips.count == 8)
        let said = tips.flatMap { tip in tip.matches(of: /[^.?!]+[.?!]/).map { String($0.output) } }
            .filter { $0.hasSuffix(".") }
        #expect(said.count == 3)
        #expect(said.filter { $0.firstMatch(of: /\[\d+\]/) == nil } == [])
    }

    @Test(arguments: [("/report", ["NHS"]), ("/faq", ["American Academy of Allergy", "NHS", "Allergy UK"])])
    func `a page whose advice is always the same links its sources`(
        path: String, publishers: [String]
    ) throws {
        let site = try AssembledSite(sources: SiteSources.builtIn, leaflet: [])
        let page = String(buffer: try #require(try site.edition(in: .italian).page(path)).bytes)
        #expect(page.contains("Fonti: <a href=\"https://"))
        let links = page.matches(of: /<a href="https:[^"]*" title="[^"]*" rel="noopener">([^<]*)<\/a>/)
        let names = links.map { String($0.output.1) }
        #expect(names.count == publishers.count && zip(names, publishers).allSatisfy { $0.hasPrefix($1) })
    }

    @Test func `tips about ways say that they are a rule of the service`() throws {
        let site = try AssembledSite(sources: SiteSources.builtIn, leaflet: [])
        let page = String(buffer: try #require(try site.edition(in: .italian).page("/trips")).bytes)
        let sources = try #require(page.firstMatch(of: /id="tip-sources" hidden>(.*?)<\/p>/)).output.1
        #expect(sources.hasPrefix("Fonti: <a href=\"/purpose\" title=\"A rule of this service"))
        #expect(sources.contains(">Breathe Easy</a>"))
    }

    @Test(arguments: ["/today", "/inbox"])
    func `a page with advice brings the sources along`(path: String) throws {
        let site = try AssembledSite(sources: SiteSources.builtIn, leaflet: [])
        let page = String(
            buffer: try #require(try site.edition(in: .german).page(path)).bytes)
        let json = try #require(
            page.firstMatch(of: /<script type="application\/json" id="advice-sources">([^<]*)<\/script>/))
        let sources = try JSONDecoder().decode([String: [CitedSource]].self, from: Data(json.1.utf8))
        #expect(
            sources.keys.sorted() == [
                "advice.high", "advice.low", "advice.moderate", "advice.none", "advice.veryHigh",
            ])
        #expect(sources["advice.high"] == AdviceSources.builtIn.sources(of: "advice.high"))
    }
}
