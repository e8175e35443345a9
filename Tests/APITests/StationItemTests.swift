import Allergens
import Foundation
import Geography
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Observations
import SampleTesting
import Testing

@testable import API
@testable import HTTP

@Suite struct StationItemTests {
    private let api = TestAPI()

    private func get(_ target: String) async throws -> TestResponse {
        try await api.test { try await $0.execute(uri: target, method: .get) }
    }

    private func json(_ target: String) async throws -> JSONTree {
        let answer = try await get(target)
        try #require(answer.status == .ok, "\(target): \(String(buffer: answer.body))")
        return try JSONDecoder().decode(JSONTree.self, from: Data(answer.body.readableBytesView))
    }

    @Test func `a whole value is written as a decimal, so that no client takes its column for integers`()
        throws
    {
        let birch = try #require(Taxonomy.standard["birch"])
        let value = DayValue(
            station: "basel", position: .basel, allergen: "birch", day: today, value: 80, basis: .measured)
        let station = Station(id: "basel", name: "Basel", position: .basel, altitude: 317)
        let item = StationItem(station: station, readings: [ReadingWire(birch, value)], columns: ["birch"])
        let text = item.feature().decimalText
        #expect(text.contains(#""value":80.0"#) && text.contains(#""altitude":317.0"#), "\(text)")
        #expect(text.wholeMatch(of: /.*"index_birch":\d+\.\d+.*/) != nil, "\(text)")
        let page = StationItemPage(numberMatched: 7, items: [item], links: []).document.decimalText
        #expect(page.contains(#""numberMatched":7,"numberReturned":1,"#))
    }

    @Test func `text of every kind is read back as it was`() throws {
        let texts = ["", "\"\\/", "a\nb\t\u{1}\u{1F}\u{7F}", "Zürich 🌿 \u{2028}", "\r\n"]
        let tree = JSONTree.list(
            texts.map(JSONTree.text) + [.null, .truth(true), .whole(-7), .number(1e-9), .object(["\"": []])])
        #expect(try JSONDecoder().decode(JSONTree.self, from: Data(tree.decimalText.utf8)) == tree)
    }

    @Test func `a column of text selects items, and the links to other pages keep the choice`() async throws {
        let queryables = try await json("/ogc/collections/stations/queryables")
        let names = try #require(queryables["properties"]).members.keys
        #expect(Set(names) == Set(StationItem.texts))
        let link = try await json("/ogc/collections/stations")["links"]?.elements.first {
            $0["rel"]?.string == OGCName.queryables
        }
        #expect(link?["href"]?.string?.hasSuffix("/ogc/collections/stations/queryables") == true)
        let name = try #require(
            Station.sample().name.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        let found = try await json("/ogc/collections/stations/items?name=\(name)&id=basel")
        #expect(found["numberMatched"] == .whole(1))
        #expect(found["links"]?.elements.first?["href"]?.string?.contains("id=basel&name=\(name)&") == true)
        #expect(try await json("/ogc/collections/stations/items?name=X%26Y")["numberMatched"] == .whole(0))
        #expect(try await json("/ogc/collections/stations/items?level=high")["numberMatched"] == .whole(0))
        #expect(try await get("/ogc/collections/alerts/queryables").status == .notFound)
    }

    @Test func `the schema says that items are points, even where there are none`() async throws {
        let schema = try await json("/ogc/collections/birch/schema")
        let geometry = schema["properties"]?["geometry"]
        #expect(geometry?["$ref"]?.string == "https://geojson.org/schema/Point.json")
        #expect(geometry?["format"]?.string == "geometry-point")
    }

    @Test(arguments: ["2020-04-01T", "2020-04-01T/2020-04-08T", "../2020-04-01T"])
    func `a day with a T behind it, as GDAL writes it, is that day`(datetime: String) async throws {
        let items = "/ogc/collections/stations/items?datetime="
        _ = try await json(items + datetime)
        let days = api.stations.readingDays.value
        api.stations.readingDays.value = []
        _ = try await json(items + datetime.replacing("T", with: ""))
        #expect(api.stations.readingDays.value.isEmpty == false && api.stations.readingDays.value == days)
        for mistake in ["2020-04-01TT", "T", "2020-04-01T24"] {
            #expect(try await get(items + mistake).status == .badRequest, "\(mistake)")
        }
    }
}
