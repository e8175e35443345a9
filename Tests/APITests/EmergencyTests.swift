import Alerts
import Diary
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import People
import SampleTesting
import Testing

@testable import API
@testable import HTTP
@testable import Site

/// What is there for somebody who has no time.
@Suite struct EmergencyTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for language in Language.allCases { try write(sentences(in: language), in: language) }
    }

    private func sentences(in language: Language) throws -> [String: String] {
        let file = repository.appending(path: "Sources/Web/Site/Pages/medical/\(language.rawValue).json")
        return try JSONDecoder().decode([String: String].self, from: try Data(contentsOf: file))
    }

    private func write(_ sentences: [String: String], in language: Language) throws {
        let file = folder.url.appending(path: "\(language.rawValue).json")
        try JSONEncoder().encode(sentences).write(to: file)
    }

    private func note(
        _ symptoms: String, in language: String = "en", _ client: any TestClientProtocol
    ) async throws -> JSONTree {
        let response = try await client.execute(
            uri: "/v1/me/diary/2020-04-08", method: .patch,
            headers: [
                .authorization: "Bearer anna", .acceptLanguage: language,
                .contentType: "application/merge-patch+json",
            ], body: ByteBuffer(string: #"{"said":"2020-04-08T10:00:00Z","symptoms":\#(symptoms)}"#))
        #expect(response.status == .ok, "\(String(buffer: response.body))")
        return try JSONDecoder().decode(JSONTree.self, from: Data(response.body.readableBytesView))
    }

    @Test func `a day with a symptom that should not wait is answered with words and numbers`() async throws {
        try await TestAPI().test { client in
            #expect(
                try await note(#"{"Headache":"severe","Fever":"notPresent"}"#, client)["attention"] == nil)
            let day = try await note(#"{"Fainting":"present"}"#, in: "de", client)
            let answer = try #require(day["attention"])
            #expect(answer["symptoms"] == .list([.text("Fainting")]))
            #expect(answer["title"]?.string?.contains("Ärztin") == true)
            let number = try #require(answer["numbers"]?.elements.first?.string)
            #expect(answer["text"]?.string?.contains("rufen Sie \(number) an") == true)
            #expect(answer["page"] == .text("/emergency"))
            // It is as the day stands, not only as it changed.
            #expect(try await note(#"{"Bloating":"mild"}"#, client)["attention"] != nil)
        }
    }

    @Test func `the same symptoms are known to the pages, which need no network for it`() throws {
        let script = repository.appending(path: "Sources/Web/Site/Pages/attention.js")
        let text = try String(contentsOf: script, encoding: .utf8)
        let list = try #require(text.firstMatch(of: /new Set\(\[([^\]]+)\]/)).1
        let known = Set(list.matches(of: /"(\w+)"/).map { String($0.1) })
        let worrisome =
            DiarySymptom.allCases.filter(\.isWorrisome).map(\.rawValue)
            + Symptom.allCases.filter(\.isWorrisome).map(\.rawValue)
        #expect(known == Set(worrisome))
    }

    @Test func `the number is that of the country whose time the clock shows`() throws {
        let numbers = EmergencyNumbers.builtIn
        for (zone, expected) in [
            ("Europe/Zurich", ["144", "112"]), ("Europe/Paris", ["15", "112"]),
            ("Europe/Rome", ["112", "118"]),
            ("America/Denver", ["911"]), ("Asia/Tokyo", ["119"]), ("Africa/Lagos", ["112"]), ("GMT", ["112"]),
        ] {
            #expect(numbers.numbers(in: try #require(TimeZone(identifier: zone))) == expected, "\(zone)")
        }
        #expect(Set(numbers.countries.map(\.country)).count == numbers.countries.count)
        let zones = numbers.countries.flatMap(\.zones)
        #expect(Set(zones).count == zones.count && zones.allSatisfy { TimeZone(identifier: $0) != nil })
    }

    @Test func `an operator's sentences take the place of those that are built in`() throws {
        var german = try sentences(in: .german)
        german["help.edition"] = "Geprüft am 1. März 2027."
        try write(german, in: .german)
        let words = try MedicalWords(in: folder.url)
        #expect(words.text("help.edition", in: .german) == "Geprüft am 1. März 2027.")
        let cache = SiteCache(folder: nil, leaflet: folder.url, medicalWords: words)
        let page = try #require(try cache.site.edition(in: .german).page("/emergency"))
        #expect(String(buffer: page.bytes).contains("Geprüft am 1. März 2027."))
        let other = try SiteCache(folder: nil, leaflet: folder.url).site.edition(in: .german)
        let usual = try #require(try other.page("/emergency"))
        #expect(!String(buffer: usual.bytes).contains("Geprüft"))
    }

    @Test func `sentences that are not whole are refused with the file and the key`() throws {
        func refuse(_ problem: String, _ change: (inout [String: String]) -> Void) throws {
            var words = try sentences(in: .french)
            change(&words)
            try write(words, in: .french)
            #expect(throws: SiteMistake(file: "fr.json", problem: problem)) {
                try MedicalWords(in: folder.url)
            }
        }
        try refuse("help.steps is missing") { $0["help.steps"] = nil }
        try refuse("there is no help.dose") { $0["help.dose"] = "Une dose" }
        try refuse("help.signs has 1 to 1000 characters") { $0["help.signs"] = "" }
        try FileManager.default.removeItem(at: folder.url.appending(path: "fr.json"))
        #expect(throws: SiteMistake(file: "fr.json", problem: "is missing, or no JSON object of texts")) {
            try MedicalWords(in: folder.url)
        }
    }
}
