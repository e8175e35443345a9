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
        #"trips\.highlight\.(?:tiny\.1|small\.1|some\..|much\.0|lungs)"#,
        #"sos\.(?:done|failed|nobody|rule)"#, #"article\.disclaimer\..+"#,
        #"emergency\.(?:unknown|numbers)"#,
    ].joined(separator: "|")

    /// Words by which advice gives itself away, wherever it is said.
    private static let advisingWords = [
        #"\b(?:doctors?|pharmacists?|ambulance|emergency number|emergency services|112)\b"#,
        #"\b(?:call|ask|text|get)\b[^.?!]*\bhelp\b"#, #"\bcall (?:\{name\}|or text)"#,
        #"\b(?:use|keep|carry|have)\b[^.?!]*\b(?:injectors?|inhalers?|reliever|sunglasses)\b"#,
        #"\b(?:windows?|masks?|indoors|rinse|wash\w*|stay in(?:doors|side)|go in(?:doors|side)|jelly)\b"#,
        #"\b(?:lungs come first|agreed with|action plans?|asthma|breathing|in doubt)\b"#,
        #"\balso react\b|\bpeople react\b|\bconfuses\b|\bbodies differ\b"#, #"\bwhat counts is the label\b"#,
        #"\btrain (?:emits less|or a shared car)\b"#,
    ].joined(separator: "|")

    /// Sentences with such words that advise nothing: they describe, name a source, or say where words come from.
    private static let describing: Set = [
        "diary.single.about", "guide.plan.answer", "help.guide.source.care", "help.guide.source.scale",
        "help.sources",
        "page.articles.about", "page.emergency.about", "plan.lead", "purpose.for.sharing",
        "sharing.guest.about", "trips.inhaled.about", "trips.relative",
        // What pollutants do has its sources beside the facts on allergens.
        "pollutant.what.nitrogen_dioxide",
    ]

    /// Words by which advice is about somebody's body, and not about the air or the climate.
    private static let medicalWords =
        #"\b(?:doctors?|clinics?|pharmacists?|doses?|medicines?|symptoms?|signs?|allergy|asthma|injectors?"#
        + #"|inhalers?|ambulance|emergency)\b"#

    /// Advice with such words that only says what the service does not do.
    private static let boundaries: Set = [
        "about.limits.doctor", "article.disclaimer.data", "article.disclaimer.medicine", "sos.done",
        "sos.rule",
    ]

    /// Whether a text is a sentence with words of advice.
    private static func advises(_ text: String) throws -> Bool {
        guard text.hasSuffix(".") || text.hasSuffix(":") else { return false }
        let words = try Regex(advisingWords).ignoresCase().wordBoundaryKind(.simple)
        return text.firstMatch(of: words) != nil
    }

    /// Everything that readers are told in English, by the keys under which its sources are kept.
    private static func everything() throws -> [SiteTexts.Text] {
        let file = try SiteTexts.object("Sources/Web/Site/Pages/medical/en.json")
        let medical = file.compactMap { key, value in (value as? String).map { (key: key, text: $0) } }
        let phrases = try SiteTexts.phrases(.english).map { key, text in
            (key: key.hasPrefix("airAdvice.") ? key : "phrases.\(key)", text: text)
        }
        return try SiteTexts.messages(.english) + SiteTexts.guide(.english) + medical + phrases
    }

    /// The keys of sentences of advice, found by their words.
    ///
    /// The words by which questions of the guide are found are none.
    private static func advisingKeys() throws -> Set<String> {
        Set(
            try everything().filter { key, text in
                try !key.hasSuffix(".words") && !key.hasSuffix(".triggers") && advises(text)
            }.map(\.key))
    }

    private static func messages() throws -> Set<String> {
        let bytes = try #require(SiteSources.builtIn["messages/en.json"])
        let tree = try JSONSerialization.jsonObject(with: Data(bytes))
        return Set(try #require(tree as? [String: Any]).keys)
    }

    @Test func `all advice names its source, and no source belongs to advice that is gone`() throws {
        let pattern = try Regex(Self.advising)
        let advice = try Self.messages().filter { $0.wholeMatch(of: pattern) != nil }
            .union(AirQualityAdvice.allCases.map(\.messageKey))
            .union(try Self.advisingKeys().subtracting(Self.describing))
        #expect(advice.count > 90)
        #expect(advice.symmetricDifference(AdviceSources.builtIn.keys).sorted() == [])
        #expect(AdviceSources.builtIn.strays == [])
    }

    @Test func `medical advice rests on what others have published, unless it names a bound of the service`()
        throws
    {
        let words = try Regex(Self.medicalWords).ignoresCase().wordBoundaryKind(.simple)
        let known = AdviceSources.builtIn
        let medical = Set(
            try Self.everything().filter { key, text in
                known.keys.contains(key) && text.firstMatch(of: words) != nil
            }.map(\.key))
        #expect(medical.count > 40 && medical.isSuperset(of: ["phrases.advice", "help.dose.call"]))
        let own = medical.filter { key in known.sources(of: key).allSatisfy { $0.url.hasPrefix("/") } }
        #expect(own.symmetricDifference(Self.boundaries).sorted() == [])
    }

    @Test func `advice is found by its words, and what only describes is no advice`() throws {
        for advice in [
            "Ask your doctor.", "Call for help if you need it.", "Keep injectors below 25 °C.",
            "Your lungs come first.", "Close the windows.",
        ] {
            #expect(try Self.advises(advice), "\(advice)")
        }
        for label in ["Doctor", "Adrenaline injectors", "Choose at least one.", "What does a doctor do?"] {
            #expect(!(try Self.advises(label)), "\(label)")
        }
        #expect(Self.describing.subtracting(try Self.advisingKeys()).sorted() == [])
        #expect(Self.describing.intersection(AdviceSources.builtIn.keys).sorted() == [])
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
        #expect(tips.count == 10)
        let said = tips.flatMap { tip in tip.matches(of: /[^.?!]+[.?!]/).map { String($0.output) } }
            .filter { $0.hasSuffix(".") }
        #expect(said.count == 5)
        #expect(said.filter { $0.firstMatch(of: /\[\d+\]/) == nil } == [])
    }

    @Test(arguments: [
        ("/report", ["Australasian Society", "Cardona", "NHS"]),
        (
            "/faq",
            [
                "American Academy", "de Weger", "D’Amato", "American Academy of Allergy", "NHS", "Allergy UK",
                "NHS", "European Union",
            ]
        ),
        ("/purpose", ["NHS", "NHS", "European Union"]), ("/foods", ["European Union"]),
        ("/emergency", ["Australasian Society", "Cardona"]), ("/profile", ["Pollenwarndienst"]),
        ("/values", ["BayCare"]), ("/look-back", ["Seidman"]),
        ("/immunotherapy", ["Advanced Specialty Care", "Alabama Allergy"]),
    ])
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

    @Test func `an answer of the guide links its sources`() throws {
        let site = try AssembledSite(sources: SiteSources.builtIn, leaflet: [])
        let page = String(buffer: try #require(try site.edition(in: .italian).page("/guide")).bytes)
        let keys = AdviceSources.builtIn.keys.filter {
            $0.wholeMatch(of: /(?:guide|faq)\.[a-z-]+\.answer/) != nil
        }
        #expect(keys.contains("guide.cross.answer") && keys.count >= 4)
        for key in keys {
            let id = try #require(key.split(separator: ".").dropFirst().first)
            let entry = try Regex(#"id="\#(id)" data-words=[\s\S]*?</details>"#)
            let part = page[try #require(page.firstMatch(of: entry), "\(key)").range]
            #expect(part.contains("Fonti: "), "\(key)")
            for source in AdviceSources.builtIn.sources(of: key) {
                #expect(part.contains(#"<a href="\#(source.url)""#), "\(key)")
            }
        }
    }

    @Test func `the map brings the sources of what the body confuses along`() throws {
        let site = try AssembledSite(sources: SiteSources.builtIn, leaflet: [])
        let page = String(buffer: try #require(try site.edition(in: .german).page("/")).bytes)
        let json = try #require(
            page.firstMatch(of: /<script type="application\/json" id="through-sources">([^<]*)<\/script>/))
        let sources = try JSONDecoder().decode([String: [CitedSource]].self, from: Data(json.1.utf8))
        #expect(sources == ["alert.through": AdviceSources.builtIn.sources(of: "alert.through")])
        #expect(sources["alert.through"]?.isEmpty == false)
    }

    @Test func `tips about ways say that they are a rule of the service`() throws {
        let site = try AssembledSite(sources: SiteSources.builtIn, leaflet: [])
        let page = String(buffer: try #require(try site.edition(in: .italian).page("/trips")).bytes)
        let sources = try #require(page.firstMatch(of: /id="tip-sources" hidden>(.*?)<\/p>/)).output.1
        #expect(sources.hasPrefix("Fonti: <a href=\"/purpose\" title=\"A rule of this service"))
        #expect(sources.contains(">Breathe Easy</a>"))
    }

    @Test func `an SOS says that what it does is a rule of the service`() throws {
        let site = try AssembledSite(sources: SiteSources.builtIn, leaflet: [])
        let page = String(buffer: try #require(try site.edition(in: .italian).page("/emergency")).bytes)
        let part = try #require(page.firstMatch(of: /id="sos" [\s\S]*?<\/section>/)).output
        #expect(part.contains("Fonti: <a href=\"/purpose\" title=\"A rule of this service"))
    }

    @Test func `sentences about the day's trips bring their sources along, each its own`() throws {
        let site = try AssembledSite(sources: SiteSources.builtIn, leaflet: [])
        let page = String(buffer: try #require(try site.edition(in: .german).page("/trips")).bytes)
        let json = try #require(
            page.firstMatch(
                of: /<script type="application\/json" id="highlight-sources">([^<]*)<\/script>/))
        let sources = try JSONDecoder().decode([String: [CitedSource]].self, from: Data(json.1.utf8))
        let known = AdviceSources.builtIn
        let expected = known.keys.filter { $0.hasPrefix("trips.highlight.") }
        #expect(expected.count == 6 && Set(sources.keys) == Set(expected))
        for (key, cited) in sources { #expect(cited == known.sources(of: key), "\(key)") }
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
