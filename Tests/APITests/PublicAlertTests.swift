import Alerts
import Allergens
import Foundation
import Geography
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Localisation
import Observations
import People
import SampleTesting
import Synchronization
import Testing

@testable import API
@testable import HTTP

@Suite struct PublicAlertTests {
    private let api = TestAPI()

    private func get(_ target: String, _ headers: HTTPFields = [:]) async throws -> TestResponse {
        let answers = Mutex<[TestResponse]>([])
        try await api.test { client in
            let answer = try await client.execute(uri: target, method: .get, headers: headers)
            answers.withLock { $0.append(answer) }
        }
        let first = answers.withLock(\.first)
        return try #require(first)
    }

    private func keep(_ alerts: Alert...) { api.alerts.kept.value = alerts }

    private func cap(
        kind: Alert.Kind = .station, message: Alert.Message = .alert, level: Level = .high,
        basis: Basis = .measured
    ) -> CAPAlert {
        let finding = Alert.Finding(
            station: "basel", stationName: "Basel", value: 80, day: today.adding(days: 1), basis: basis)
        let alert = Alert(
            kind: kind, message: message, allergens: ["birch"], level: level, publicPosition: .basel,
            sent: noon, expires: noon.addingTimeInterval(3_600), finding: finding)
        return CAPAlert(
            alert: alert, publisher: api.environment.publisher, base: "https://breathe.example",
            taxonomy: .standard)
    }

    @Test(
        arguments: [
            (nil, "en"), ("de", "de"), ("de-CH, en;q=0.5", "de"), ("xx, fr;q=0.8, it;q=0.9", "it"),
            ("ja", "en"), ("es;q=0, fr;q=0.1", "fr"), ("*", "en"), (";;q=x,,", "en"), ("FR-ca ; q=0.7", "fr"),
            ("it, es", "it"),
        ] as [(String?, String)])
    func `the headline is in the reader's preferred language`(
        accepted: String?, language: String
    ) async throws {
        keep(.sample())
        var headers: HTTPFields = [:]
        headers[.acceptLanguage] = accepted
        let answer = try await get("/v1/alerts", headers)
        #expect(answer.headers[.contentLanguage] == language)
        #expect(answer.headers[values: .vary].contains { $0.lowercased().contains("accept-language") })
        let name = Taxonomy.standard["birch"]?.names[language] ?? ""
        #expect(String(buffer: answer.body).lowercased().contains("\"headline\":\"\(name.lowercased())"))
    }

    @Test func `a query carries all of its parameters`() async throws {
        _ = try await get(
            "/v1/alerts?bbox=7,46,8,48&allergen=tree&kind=user,forecast&limit=7&cursor=3-4&at=2020-04-08T12:00:00Z"
        )
        let asked = api.alerts.asked.value
        let query = try #require(asked)
        #expect(query.box == BoundingBox(7, 46, 8, 48) && query.span == noon...noon)
        #expect(query.allergens == AllergenSet(Taxonomy.standard.members(of: .tree)))
        #expect(query.kinds == [.user, .forecast] && query.limit == 7)
        #expect(query.cursor == AlertPage.Cursor(sent: 3, number: 4) && !query.includesCancellations)
    }

    @Test(arguments: [
        ("limit=0", "limit"), ("limit=501", "limit"), ("limit=x", "limit"), ("kind=news", "kind"),
        ("kind=user,", "kind"), ("cursor=x", "cursor"), ("cursor=1", "cursor"), ("allergen=moss", "allergen"),
        ("at=now", "at"), ("bbox=1,2,3", "bbox"),
    ])
    func `an invalid parameter is refused by name`(query: String, parameter: String) async throws {
        for path in ["/v1/alerts", "/v1/alerts.atom"] {
            let answer = try await get("\(path)?\(query)")
            #expect(answer.status == .badRequest)
            #expect(String(buffer: answer.body).contains(#""parameter":"\#(parameter)""#), "\(query)")
        }
    }

    @Test func `the next page's address repeats the query`() async throws {
        keep(.sample())
        let list = try await get("/v1/alerts?limit=1&allergen=tree&bbox=7,46,8,48")
        let next =
            "/v1/alerts?bbox=7,46,8,48&allergen=tree&limit=1&at=2020-04-08T12:00:00Z"
            + "&cursor=1586347200-17"
        #expect(String(buffer: list.body).contains(next), "\(String(buffer: list.body))")
        let feed = try await get("/v1/alerts.atom?limit=1")
        #expect(String(buffer: feed.body).contains(#"rel="next""#))
        #expect(list.headers[.cacheControl] == "private, max-age=60")
        let whole = try await get("/v1/alerts")
        #expect(!String(buffer: whole.body).contains("cursor"))
        #expect(whole.headers[.cacheControl] == "public, max-age=60")
    }

    @Test func `the feed holds alerts of the last two days, with the time they ended`() async throws {
        let ended = Alert(
            kind: .station, allergens: ["birch"], level: .high, publicPosition: .basel,
            sent: noon.addingTimeInterval(-7_200), expires: noon.addingTimeInterval(3_600),
            ended: noon.addingTimeInterval(-60))
        keep(ended)
        let feed = try await get("/v1/alerts.atom")
        let asked = api.alerts.asked.value
        let query = try #require(asked)
        #expect(query.span == noon.addingTimeInterval(-48 * 3_600)...noon && query.includesCancellations)
        let text = String(buffer: feed.body)
        #expect(text.contains("<updated>2020-04-08T11:59:00Z</updated>"))
        #expect(text.contains("<id>tag:alerts@breathe.example,2020-04-08:\(ended.id.rawValue)</id>"))
        #expect(text.contains(#"<category term="ended"/>"#))
        var held: HTTPFields = [:]
        held[.ifNoneMatch] = feed.headers[.eTag]
        let again = try await get("/v1/alerts.atom", held)
        #expect(again.status == .notModified && !again.headers[values: .vary].isEmpty)
    }

    @Test func `an empty feed does not change within a day`() async throws {
        let first = try await get("/v1/alerts.atom")
        api.clock.value = noon.addingTimeInterval(3_600)
        #expect(try await get("/v1/alerts.atom").headers[.eTag] == first.headers[.eTag])
    }

    @Test func `an alert has an address in JSON and in CAP`() async throws {
        keep(.sample("one"))
        let json = try await get("/v1/alerts/one")
        #expect(json.status == .ok && json.headers[.contentType] == "application/json")
        let cap = try await get("/v1/alerts/one.cap")
        #expect(cap.status == .ok && cap.headers[.contentType] == "application/cap+xml")
        let text = String(buffer: cap.body)
        #expect(text.contains("<sent>2020-04-08T12:00:00-00:00</sent>") && !text.contains("00Z<"))
        #expect(text.contains("<contact>desk@breathe.example</contact>"))
        for language in Language.allCases { #expect(text.contains("<language>\(language.rawValue)</")) }
        for missing in ["/v1/alerts/two", "/v1/alerts/two.cap", "/v1/alerts/.cap", "/v1/alerts/one.xml"] {
            #expect(try await get(missing).status == .notFound, "\(missing)")
        }
    }

    @Test func `a CAP document of reports stays as it was sent, whatever people add later`() async throws {
        func report(_ reports: Int, until hours: Double, promised: Date? = nil, _ comment: String?) -> Alert {
            Alert(
                id: Alert.ID(rawValue: "one"), kind: .user, allergens: ["birch"], level: nil,
                publicPosition: .basel, sent: noon, expires: noon.addingTimeInterval(hours * 3_600),
                promised: promised, ended: promised,
                testimony: Alert.Testimony(
                    reports: reports, confirmations: reports - 1, reporter: "ben",
                    symptoms: Array(Symptom.allCases.prefix(reports)), comment: comment))
        }
        keep(report(1, until: 12, nil))
        let first = try await get("/v1/alerts/one.cap")
        let json = try await get("/v1/alerts/one")
        keep(report(3, until: 20, promised: noon.addingTimeInterval(12 * 3_600), "by the river"))
        let later = try await get("/v1/alerts/one.cap")
        #expect(String(buffer: later.body) == String(buffer: first.body))
        #expect(later.headers[.eTag] == first.headers[.eTag])
        #expect(String(buffer: first.body).contains("<expires>2020-04-09T00:00:00-00:00</expires>"))
        #expect(String(buffer: first.body).contains("<certainty>Possible</certainty>"))
        let now = try await get("/v1/alerts/one")
        #expect(now.body != json.body && String(buffer: now.body).contains("by the river"))
    }

    @Test func `readers of the feed open the map where the alert is`() async throws {
        keep(.sample("one"))
        let text = String(buffer: try await get("/v1/alerts.atom").body)
        let entry = try #require(text.firstRange(of: "<entry>").map { text[$0.upperBound...] })
        let link = try #require(
            entry.firstMatch(of: /<link rel="alternate" type="text\/html" href="([^"]+)"/))
        #expect(link.1.contains(/\/#9\/\d+\.\d{3}\/\d+\.\d{3}\/birch/), "\(link.1)")
        #expect(entry.matches(of: /rel="alternate"/).count == 1)
        #expect(entry.contains(#"<link rel="related" type="application/json""#))
        let cap = String(buffer: try await get("/v1/alerts/one.cap").body)
        #expect(cap.contains("<web>\(link.1)</web>"), "\(cap)")
    }

    @Test(arguments: Language.allCases)
    func `CAP names what its instruction rests on, in words and as a parameter`(language: Language) throws {
        let document = cap().xml.document
        let phrases = MessageCatalogue(language)
        let links = ["hay-fever", "asthma"].map { "https://www.nhs.uk/conditions/\($0)/" }
        let words = phrases.instructions + links.map { phrases.adviceSource(link: $0) }
        #expect(
            document.contains("<instruction>\(words.joined(separator: " "))</instruction>"), "\(document)")
        let named = document.matches(of: /<valueName>adviceSource<\/valueName>\s*<value>([^<]*)<\/value>/)
        #expect(named.map { String($0.output.1) } == Language.allCases.flatMap { _ in links })
    }

    @Test func `CAP states severity, urgency and certainty`() {
        #expect(cap().urgency == "Immediate" && cap(level: .moderate).urgency == "Expected")
        #expect(cap(kind: .forecast).urgency == "Future" && cap(message: .cancel).urgency == "Past")
        #expect(cap(level: .veryHigh).severity == "Severe" && cap().severity == "Moderate")
        #expect(cap(level: .low).severity == "Minor")
        #expect(cap().certainty == "Observed" && cap(basis: .modelled).certainty == "Likely")
        #expect(cap(kind: .forecast, basis: .modelled).certainty == "Possible")
        #expect(cap(basis: .simulated).certainty == "Unknown")
        #expect(cap().responseType == "Monitor" && cap(message: .cancel).responseType == "AllClear")
        #expect(cap(basis: .simulated).xml.document.contains("<status>Exercise</status>"))
        #expect(cap(kind: .forecast).xml.document.contains("<onset>2020-04-09T00:00:00-00:00</onset>"))
    }
}
