import Allergens
import Forms
import Foundation
import Geography
import HTTPTypes
import HummingbirdTesting
import NIOCore
import People
import SampleTesting
import Studies
import Testing

@testable import API
@testable import HTTP

/// The pages of studies for everybody.
@Suite struct StudyPageTests {
    private let api = TestAPI(address: "https://breathe.example")
    private let owner = Account.ID(rawValue: 1)
    private let today = CivilDate(at: noon, in: .gmt)

    /// A study with words in English and German.
    private func begin(
        mode: Study.Mode = .linked, title: String = "Hay <fever>",
        form: FormDefinition = ShippedForm.hayFeverDay.form.definition, acts: [StudyAct] = [.publish, .open]
    ) async throws -> Study {
        let content = StudyContent(
            title: ["en": title, "de": "Heuschnupfen"],
            purpose: ["en": "To learn.\nAnd to tell.", "de": "Um zu lernen."],
            contact: ["en": "Dr. Weber", "de": "Dr. Weber"], ethics: "2026-00123",
            consent: ["en": "I have read it.", "de": "Ich habe es gelesen."],
            points: [["en": "Answers are kept.", "de": "Antworten bleiben."]],
            form: form)
        var settings = try #require(
            StudySettings(mode: mode, k: 7, target: 200, days: today...today.adding(days: 30)))
        settings.region = StudyRegion(
            name: "Basel", box: try #require(BoundingBox(west: 7.4, south: 47.4, east: 7.8, north: 47.7)))
        var study = try await api.studies.begin(content, settings, by: owner, at: noon)
        for act in acts { study = try await api.studies.act(act, on: study.id, by: owner, at: noon) }
        return study
    }

    private func page(
        _ path: String, in language: Language = .english, status: HTTPResponse.Status = .ok
    ) async throws -> String {
        try await api.test { client in
            let answer = try await client.execute(
                uri: path, method: .get, headers: [.cookie: "language=\(language.rawValue)"])
            #expect(answer.status == status && answer.headers[.contentLanguage] == language.rawValue)
            return String(buffer: answer.body)
        }
    }

    @Test func `the list has the studies that are open, and how one joins`() async throws {
        #expect(try await page("/studies").contains("No study is open at the moment."))
        let open = try await begin()
        let draft = try await begin(title: "Draft", acts: [])
        let text = try await page("/studies")
        #expect(text.contains(#"href="/studies/\#(open.id.rawValue)">Hay &lt;fever&gt;</a>"#))
        #expect(!text.contains(draft.id.rawValue) && !text.contains("Draft"))
        #expect(text.contains(#"href="/studies/join">I have a code</a>"#))
        #expect(try await page("/studies", in: .german).contains("Heuschnupfen"))
    }

    @Test func `the page of a study says all of it without a script`() async throws {
        let study = try await begin()
        let text = try await page("/studies/\(study.id.rawValue)")
        let said = [
            "<h1 lang=\"en\">Hay &lt;fever&gt;</h1>",
            "<p lang=\"en\">To learn.</p><p lang=\"en\">And to tell.</p>",
            "People are looked for in Basel: 47.4° to 47.7° of latitude, 7.4° to 7.8° of longitude.",
            #"<div class="study-map" role="img" aria-label="Map with a frame around Basel"><picture>"#,
            #"srcset="/tiles/basemap-dark/9/"#, #"<p class="small">Somebody</p>"#,
            "Dr. Weber", "2026-00123", "I have read it.", "<li lang=\"en\">Answers are kept.</li>",
            "Fewer than 7 people take part. The study wants 200 people.", "carry a code instead of your name",
            "How much did your nose disturb your day?", "/studies/answer?study=\(study.id.rawValue)",
            #"<link rel="canonical" href="https://breathe.example/studies/\#(study.id.rawValue)">"#,
            #"href="/v1/studies/\#(study.id.rawValue)/metadata.json">"#,
            #"<code>nose</code>"#, #"<code>birch</code>"#, #"<code>{name}_station</code>"#,
            #"href="/v1/studies/\#(study.id.rawValue)/dictionary.csv">"#,
            #"href="/v1/studies/\#(study.id.rawValue)/questionnaire">"#,
            #"<a class="quiet" id="own-consent" data-study="\#(study.id.rawValue)" "#
                + #"href="/v1/me/studies/\#(study.id.rawValue)/consent/paper" download hidden>"#
                + "Consent as PDF</a>",
        ]
        for words in said { #expect(text.contains(words), "\(words)") }
        let linked = try #require(
            text.firstMatch(of: /<script type="application\/ld\+json">([^<]*)<\/script>/))
        let tree = try JSONDecoder().decode(JSONTree.self, from: Data(linked.1.utf8))
        #expect(tree["@type"] == "MedicalObservationalStudy" && tree["identifier"] == "2026-00123")
        #expect(tree["status"] == "Recruiting" && tree["name"] == "Hay <fever>")
    }

    @Test(arguments: [(20, false), (21, true), (900, true)])
    func `a long form is folded, with the number of its questions`(count: Int, isFolded: Bool) async throws {
        let form = FormDefinition.asking(count)
        let study = try await begin(form: form)
        let text = try await page("/studies/\(study.id.rawValue)")
        let list = try #require(text.range(of: #"<ol class="study-steps"><li lang="en">Question 1?</li>"#))
        let summary = "<details><summary>\(count) questions</summary>"
        #expect(text[..<list.lowerBound].hasSuffix(summary) == isFolded)
        #expect(text[list.lowerBound...].contains("<li lang=\"en\">Question \(count)?</li></ol>"))
    }

    @Test func `a region has no map where this program draws no ground, and its words remain`() async throws {
        let bare = TestAPI(basemap: SampleBasemap(isInstalled: false))
        var settings = try #require(
            StudySettings(mode: .linked, k: 5, target: nil, days: today...today.adding(days: 9)))
        settings.region = StudyRegion(name: "Basel", box: .world)
        let words = ["en": "Hay"]
        let content = StudyContent(
            title: words, purpose: words, contact: words, consent: words, points: [words],
            form: ShippedForm.hayFeverDay.form.definition)
        let study = try await bare.studies.begin(content, settings, by: owner, at: noon)
        for act in [StudyAct.publish, .open] {
            _ = try await bare.studies.act(act, on: study.id, by: owner, at: noon)
        }
        try await bare.test { client in
            let answer = try await client.execute(uri: "/studies/\(study.id.rawValue)", method: .get)
            let text = String(buffer: answer.body)
            #expect(text.contains("People are looked for in Basel") && !text.contains("study-map"))
        }
    }

    @Test func `words come in the reader's language, or else in one that there is`() async throws {
        let study = try await begin()
        let path = "/studies/\(study.id.rawValue)"
        let german = try await page(path, in: .german)
        #expect(german.contains("<h1 lang=\"de\">Heuschnupfen</h1>"))
        #expect(try await page(path, in: .french).contains("<h1 lang=\"en\">Hay &lt;fever&gt;</h1>"))
    }

    @Test func `words of a form are in the reader's language, or else in English, or else in its first`() {
        let words = ["de": "Heu", "en": "Hay", "it": "Fieno"]
        #expect(StudyWords(words, for: .italian, first: "de")?.code == "it")
        #expect(StudyWords(words, for: .french, first: "it")?.code == "en")
        let few = ["de": "Heu", "it": "Fieno"]
        #expect(StudyWords(few, for: .french, first: "it")?.code == "it")
        #expect(StudyWords(few, for: .french)?.code == "de")
    }

    @Test func `a study without a bond to people says that answers cannot be taken back`() async throws {
        let study = try await begin(mode: .unlinked)
        let text = try await page("/studies/\(study.id.rawValue)")
        #expect(
            text.contains("Your answers belong to no one.") && text.contains("once there are at least 7."))
        #expect(!text.contains("instead of your name"))
    }

    @Test func `a study that is over is still told of, and nobody is asked to join it`() async throws {
        let study = try await begin(acts: [.publish, .open, .close])
        let text = try await page("/studies/\(study.id.rawValue)")
        #expect(text.contains("The study has ended.") && text.contains(#""status":"Completed""#))
        #expect(!text.contains(#"class="main" href="/studies/join""#))
    }

    @Test(arguments: [[], [StudyAct.publish]])
    func `there is no page of a study that was never open`(acts: [StudyAct]) async throws {
        let study = try await begin(acts: acts)
        for id in [study.id.rawValue, "none"] {
            let text = try await page("/studies/\(id)", status: .notFound)
            #expect(text.contains("There is no such study here.") && !text.contains("Hay"))
        }
    }
}

extension FormDefinition {
    /// A form with so many questions.
    fileprivate static func asking(_ count: Int) -> FormDefinition {
        var form = FormDefinition(
            id: "long", version: "1", title: ["en": "Long"],
            languages: [FormLanguage(code: "en", name: "English")])
        form.items = (1...count).map { number in
            var item = FormItem(.integer, "q\(number)")
            item.label = ["en": "Question \(number)?"]
            return item
        }
        return form
    }
}
