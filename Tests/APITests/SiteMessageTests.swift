import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import People
import Synchronization
import Testing

@testable import API
@testable import Site

/// The messages of the pages.
@Suite struct SiteMessageTests {
    /// A message's forms by plural category; a message with one form has only `other`.
    private typealias Messages = [String: [String: String]]

    private static func messages(_ language: Language) throws -> Messages {
        let bytes = try #require(SiteSources.builtIn["messages/\(language.rawValue).json"])
        let document = try JSONSerialization.jsonObject(with: Data(bytes))
        return try #require(document as? [String: Any]).mapValues { value in
            try #require(value as? [String: String] ?? (value as? String).map { ["other": $0] })
        }
    }

    /// The names of the placeholders in braces.
    private static func places(in form: String) -> Set<String> {
        Set(form.matches(of: /\{(\w+)\}/).map { String($0.1) })
    }

    private static func source(_ name: String) throws -> String {
        String(decoding: try #require(SiteSources.builtIn[name]), as: UTF8.self)
    }

    @Test(arguments: Language.allCases)
    func `every language has the same messages with the same placeholders`(language: Language) throws {
        let english = try Self.messages(.english)
        let other = try Self.messages(language)
        #expect(Set(other.keys) == Set(english.keys))
        for (key, forms) in other {
            let expected = try #require(english[key]?["other"])
            for (number, form) in forms {
                // A singular form may leave out the count.
                let isOne = number == "one" && !form.contains("{count}")
                let places = Self.places(in: form).union(isOne ? ["count"] : [])
                #expect(!form.isEmpty && places == Self.places(in: expected), "\(key)")
            }
            #expect(Set(forms.keys) == Set(try #require(english[key]).keys), "\(key)")
        }
    }

    @Test(arguments: [Language.german, .french, .italian, .spanish])
    func `no sentence is left untranslated`(language: Language) throws {
        let english = try Self.messages(.english)
        let same = try Self.messages(language).filter { key, forms in
            forms == english[key] && forms.values.contains { $0.split(separator: " ").count > 3 }
        }
        #expect(same.isEmpty, "\(same.keys.sorted())")
    }

    /// The other form of address: German and Spanish say Sie and usted, French vous, Italian tu.
    private static func otherAddress(in language: Language) -> Regex<Substring>? {
        switch language {
        case .english: nil
        case .german: /\b(?:du|dich|dir|deine?[mnrs]?)\b/.ignoresCase()
        case .french: /\b(?:tu|toi|ta|tes)\b|\bt’/.ignoresCase()
        case .italian: /\b(?:Lei|Suo|Sua|Suoi|Sue)\b/
        case .spanish: /\b(?:tú|tu|tus|ti|te|tuyos?)\b/.ignoresCase()
        }
    }

    @Test(arguments: Language.allCases)
    func `each language uses one form of address and typographic marks`(language: Language) throws {
        let other = Self.otherAddress(in: language)
        for (key, forms) in try Self.messages(language) {
            for form in forms.values {
                let isTyped = ["'", "\"", "..."].contains { form.contains($0) }
                #expect(!isTyped, "\(key): \(form)")
                guard let other else { continue }
                #expect(form.firstMatch(of: other) == nil, "\(key): \(form)")
            }
        }
    }

    @Test func `every message that a page or a script uses exists`() throws {
        let known = Set(try Self.messages(.english).keys)
        var asked: Set<String> = []
        for name in SiteSources.builtIn.keys where name.hasSuffix(".js") {
            asked.formUnion(try Self.source(name).matches(of: /\btext\("([^"]+)"/).map { String($0.1) })
        }
        for name in SiteSources.builtIn.keys where name.hasSuffix(".html") {
            let text = try Self.source(name)
            asked.formUnion(SiteTexts.keys(in: text))
            // The only text outside messages is the program's name.
            let bare = text.matches(of: />\s*([A-Za-z][^<]*)</).map {
                $0.1.trimmingCharacters(in: .whitespaces)
            }
            #expect(bare.allSatisfy { $0 == "Breathe Easy" }, "\(name): \(bare)")
        }
        #expect(asked.count > 150)
        #expect(asked.subtracting(known) == [])
    }

    @Test func `a page carries all messages of its scripts, and not those of other pages`() throws {
        let site = try AssembledSite(sources: SiteSources.builtIn, leaflet: [])
        let modules = SiteModules(SiteSources.builtIn)
        for language in Language.allCases {
            let known = try Self.messages(language)
            let edition = try site.edition(in: language)
            for page in SitePage.all {
                let text = String(buffer: try #require(try edition.page(page.path)).bytes)
                let match = try #require(
                    text.firstMatch(of: /<script type="application\/json" id="page-words">([^<]*)<\/script>/))
                let tree = try JSONSerialization.jsonObject(with: Data(match.1.utf8))
                let words = Set(try #require(tree as? [String: Any]).keys)
                #expect(words.isSubset(of: known.keys), "\(page.path)")
                #expect(2 * words.count < known.count, "\(page.path) brings \(words.count) words")
                for name in try modules.all(of: page.scripts, later: true) {
                    let asked = try Self.source(name).matches(of: /\btext\("([^"]+)"/).map { String($0.1) }
                    let missing = Set(asked).subtracting(words)
                    #expect(missing.isEmpty, "\(page.path): \(name)")
                }
            }
        }
    }

    @Test(arguments: [("/permissions", "/v1/permissions"), ("/welcome", "/v1/quiz/welcome")])
    func `a page carries the messages that the server refers to`(page: String, source: String) async throws {
        let api = TestAPI()
        try await api.test { client in
            let told = String(buffer: try await client.execute(uri: source, method: .get).body)
            let keys = told.matches(of: /"((?:permission|quiz)\.[A-Za-z.]+)"/).map { String($0.1) }
            let text = String(buffer: try await client.execute(uri: page, method: .get).body)
            #expect(keys.count > 3)
            for key in keys { #expect(text.contains("\"\(key)\":"), "\(key)") }
        }
    }

    @Test func `the messages that a script may use are found by its string literals`() throws {
        let script = """
            import { text } from "./language.js";
            import * as other from "./other.js"; const later = () => import("./later.js");
            const names = { a: "level.low", b: `scale.${id}`, c: "unit." + unit, d: `plain`, e: "none" };
            say(text(`${a} of b`), `${f({ g: `group.${h}` })} "doubt.jump`, "it's \"quoted\" level.high");
            """
        let modules = SiteModules([
            "page.js": Array(script.utf8), "other.js": Array(#"text("other")"#.utf8), "later.js": [],
            "language.js": [],
        ])
        let now = try modules.all(of: ["page.js"], later: false)
        #expect(now == ["page.js", "language.js", "other.js"])
        #expect(try modules.all(of: ["page.js"], later: true) == now.union(["later.js"]))
        let isAskedFor = modules.asksFor(of: now)
        let asked = ["level.low", "scale.upsi", "unit.metric", "plain", "none", "group.tree", "other"]
        for key in asked { #expect(isAskedFor(key), "\(key)") }
        let others = ["level.high", "doubt.jump", "level", "scale", "unit"]
        for key in others { #expect(!isAskedFor(key), "\(key)") }
        #expect(throws: SiteMistake(file: "gone.js", problem: "is missing")) {
            try modules.all(of: ["gone.js"], later: false)
        }
    }

    @Test func `messages are served with an entity tag, and only for known languages`() async throws {
        let api = TestAPI()
        try await api.test { client in
            let first = try await client.execute(uri: "/assets/messages/fr.json", method: .get)
            #expect(first.status == .ok)
            #expect(first.headers[.contentType] == "application/json; charset=utf-8")
            let etag = try #require(first.headers[.eTag])
            let second = try await client.execute(
                uri: "/assets/messages/fr.json", method: .get, headers: [.ifNoneMatch: etag])
            #expect(second.status == .notModified)
            let none = try await client.execute(uri: "/assets/messages/la.json", method: .get)
            #expect(none.status == .notFound)
        }
    }
}
