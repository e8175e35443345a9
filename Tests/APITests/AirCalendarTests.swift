import Allergens
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Observations
import People
import SampleTesting
import Testing

@testable import API
@testable import HTTP

@Suite struct AirCalendarTests {
    private let api = TestAPI(address: "https://breathe.example")
    private let place = "/v1/air.ics?lon=7.58&lat=47.56"

    init() throws {
        let birch = try #require(Taxonomy.standard["birch"])
        let grass = try #require(Taxonomy.standard["grass"])
        api.air.values.value = [
            AirValue(
                allergen: birch, today: Self.estimate(437.5, .high, 0), station: "basel", distance: 900,
                tomorrow: Self.estimate(80, .moderate, 1)),
            AirValue(
                allergen: grass, today: Self.estimate(0, .none, 0), station: "basel", distance: 900,
                tomorrow: Self.estimate(3, .low, 1)),
        ]
    }

    private static func estimate(_ value: Double, _ level: Level, _ days: Int) -> AirValue.Estimate {
        AirValue.Estimate(
            day: today.adding(days: days), value: value, level: level, index: 3,
            basis: days == 0 ? .measured : .forecast)
    }

    private func get(_ target: String) async throws -> TestResponse {
        try await api.test { try await $0.execute(uri: target, method: .get) }
    }

    /// The calendar's lines, unfolded.
    private func lines(_ query: String = "") async throws -> [String] {
        let answer = try await get(place + query)
        try #require(answer.status == .ok, "\(String(buffer: answer.body))")
        let text = String(buffer: answer.body)
        #expect(text.split(separator: "\r\n").allSatisfy { $0.utf8.count <= 75 }, "\(text)")
        return text.replacing("\r\n ", with: "").split(separator: "\r\n").map(String.init)
    }

    @Test func `each day and allergen with a level is an event of the whole day`() async throws {
        let lines = try await lines()
        #expect(lines.first == "BEGIN:VCALENDAR" && lines.last == "END:VCALENDAR")
        let starts = lines.filter { $0.hasPrefix("DTSTART") }
        #expect(starts == ["20200408", "20200409", "20200409"].map { "DTSTART;VALUE=DATE:\($0)" })
        let summaries = lines.filter { $0.hasPrefix("SUMMARY") }
        #expect(summaries.count == 3 && summaries[0].contains("high"), "\(summaries)")
        #expect(lines.contains("URL:https://breathe.example/#9/47.560/7.580/birch/2020-04-08"))
        #expect(lines.contains { $0.hasPrefix("DESCRIPTION") && $0.hasSuffix("Basel") })
        #expect(try await self.lines("&level=moderate").filter { $0 == "BEGIN:VEVENT" }.count == 2)
        #expect(try await self.lines("&allergen=grass").filter { $0 == "BEGIN:VEVENT" }.count == 1)
        #expect(try await self.lines("&allergen=grass,tree").filter { $0 == "BEGIN:VEVENT" }.count == 3)
    }

    @Test func `an event keeps its identifier, and its revision grows with the hours`() async throws {
        func values(_ name: String, _ lines: [String]) -> [String] {
            lines.filter { $0.hasPrefix("\(name):") }.map { String($0.dropFirst(name.count + 1)) }
        }
        let first = try await lines()
        api.clock.value = noon.addingTimeInterval(1_800)
        #expect(try await lines() == first)
        api.clock.value = noon.addingTimeInterval(3_600)
        let later = try await lines()
        #expect(values("UID", later) == values("UID", first) && Set(values("UID", first)).count == 3)
        let revisions = [first, later].map { values("SEQUENCE", $0).compactMap(Int.init) }
        #expect(zip(revisions[0], revisions[1]).allSatisfy { $0 >= 0 && $0 < $1 }, "\(revisions)")
        #expect(Set(values("LAST-MODIFIED", later)) == ["20200408T130000Z"])
    }

    @Test func `the words are in the language that the address names`() async throws {
        var summaries: Set<String> = []
        for language in Language.allCases {
            let answer = try await get("\(place)&language=\(language.rawValue)")
            #expect(answer.headers[.contentLanguage] == language.rawValue)
            #expect(answer.headers[.contentType] == "text/calendar; charset=utf-8")
            let lines = try await lines("&language=\(language.rawValue)")
            summaries.insert(
                try #require(lines.first { $0.hasPrefix("SUMMARY;LANGUAGE=\(language.rawValue):") }))
        }
        #expect(summaries.count == Language.allCases.count)
    }

    @Test(arguments: ["level=none", "level=x", "language=xx", "allergen=moss", "allergen=birch,", "lon=181"])
    func `a mistake is refused by name`(query: String) async throws {
        let target = query.hasPrefix("lon") ? "/v1/air.ics?lat=1&\(query)" : "\(place)&\(query)"
        let answer = try await get(target)
        #expect(answer.status == .badRequest)
        #expect(String(buffer: answer.body).contains(#""parameter":"\#(query.prefix { $0 != "=" })""#))
    }

    @Test func `special characters are escaped, and lines folded between characters`() {
        #expect(ICalendar.escaped("a,b;c\\d\r\ne\nf") == "a\\,b\\;c\\\\d\\ne\\nf")
        let line = "SUMMARY:" + String(repeating: "ä🌳", count: 40)
        let folded = ICalendar.folded(line)
        #expect(folded.split(separator: "\r\n").count > 3)
        #expect(folded.split(separator: "\r\n").allSatisfy { $0.utf8.count <= 75 })
        #expect(folded.replacing("\r\n ", with: "") == line)
    }
}
