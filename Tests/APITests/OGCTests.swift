import Allergens
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import SampleTesting
import Synchronization
import Testing

@testable import API
@testable import HTTP

@Suite struct OGCTests {
    private let api = TestAPI()

    private func get(_ target: String) async throws -> (status: Int, body: String) {
        let (stream, continuation) = AsyncStream.makeStream(of: (Int, String).self)
        try await api.test { client in
            let response = try await client.execute(uri: target, method: .get)
            continuation.yield((response.status.code, String(buffer: response.body)))
        }
        continuation.finish()
        return try #require(await stream.first { _ in true })
    }

    private func json(_ target: String) async throws -> [String: Any] {
        let answer = try await get(target)
        #expect(answer.status == 200, "\(target): \(answer.body)")
        return try #require(
            try JSONSerialization.jsonObject(with: Data(answer.body.utf8)) as? [String: Any])
    }

    @Test func `XML's special characters are escaped`() {
        let element = XML("a", ["b": "\"<'&>\n"], [XML("c", "1 < 2 & \u{1}x\u{0}")])
        #expect(
            element.document == """
                <?xml version="1.0" encoding="UTF-8"?>
                <a b="&quot;&lt;&#39;&amp;&gt;&#10;">
                  <c>1 &lt; 2 &amp; \u{FFFD}x\u{FFFD}</c>
                </a>

                """)
    }

    @Test func `the matrices have the scale denominators of the OGC's registry`() {
        let matrices = OGCTileMatrixSet().tileMatrices
        #expect(matrices.count == 23)
        // OGC 17-083r4, table D.1: zooms 0, 10 and 22.
        for (zoom, denominator) in [
            (0, 559_082_264.028_717), (10, 545_978.773_465_544), (22, 133.295_598_981_1),
        ] {
            #expect(abs(matrices[zoom].scaleDenominator / denominator - 1) < 1e-8, "\(zoom)")
        }
        #expect(matrices[0].pointOfOrigin == [-20_037_508.342_789_244, 20_037_508.342_789_244])
    }

    @Test func `a collection names the numerical model beneath its stations, as its tiles do`() async throws {
        #expect(try await json("/ogc/collections/birch")["attribution"] as? String == "CAMS ensemble")
    }

    @Test func `the definition states the limits and routes of the service`() async throws {
        let definition = try await json("/ogc/api")
        let components = try #require(definition["components"] as? [String: Any])
        let parameters = try #require(components["parameters"] as? [String: Any])
        let limit = try #require((parameters["limit"] as? [String: Any])?["schema"] as? [String: Any])
        #expect(limit["maximum"] as? Int == StationItemQuery.largestLimit)
        #expect(limit["default"] as? Int == StationItemQuery.defaultLimit)
        let paths = try #require(definition["paths"] as? [String: Any])
        let described = paths.keys.map { path in
            path == "/"
                ? "/ogc"
                : "/ogc\(path)".replacing("WebMercatorQuad", with: "{matrices}")
                    .replacing("{tileMatrix}/{tileRow}/{tileCol}", with: "{z}/{y}/{x}")
        }
        let endpoints = api.service.endpoints
        #expect(Set(described) == Set(endpoints.map(\.path).filter { $0.hasPrefix("/ogc") }))
    }

    @Test func `every link of the landing page works`() async throws {
        var open = ["/ogc", "/ogc/collections", "/ogc/collections/birch", "/ogc/collections/birch/map/tiles"]
        var seen: Set<String> = []
        while let target = open.popLast() {
            guard seen.insert(target).inserted else { continue }
            let links = try await json(target)["links"] as? [[String: Any]] ?? []
            for link in links where link["templated"] == nil && link["type"] as? String != "image/png" {
                let address = try #require((link["href"] as? String).flatMap(URL.init(string:)))
                let query = address.query.map { "?\($0)" } ?? ""
                guard link["type"] as? String != "text/html" else {
                    #expect(try await get(address.path + query).status == 200)
                    continue
                }
                open.append(address.path + query)
            }
        }
        #expect(seen.count >= 10, "\(seen)")
    }

    @Test func `a page says how many items there are and links to the next one`() async throws {
        let page = try await json("/ogc/collections/stations/items?limit=1&bbox=7,47,8,48")
        #expect(page["numberMatched"] as? Int == 1 && page["numberReturned"] as? Int == 1)
        let beyond = try await json("/ogc/collections/stations/items?offset=5&limit=2&bbox=7,47,0,8,48,900")
        #expect(beyond["numberReturned"] as? Int == 0)
        let links = try #require(beyond["links"] as? [[String: Any]])
        #expect(links.map { $0["rel"] as? String } == ["self", "prev"])
        #expect((links[1]["href"] as? String)?.contains("bbox=7,47,0,8,48,900&limit=2&offset=3") == true)
        let outside = try await json("/ogc/collections/stations/items?bbox=0,0,1,1")
        #expect(outside["numberMatched"] as? Int == 0)
    }

    @Test(arguments: [
        "limit=0", "limit=-1", "limit=x", "offset=-1", "bbox=1,2,3", "bbox=7,48,8,47", "bbox=1,2,9,3,4,1",
        "datetime=yesterday", "datetime=2020-02-30", "datetime=2020-04-09/2020-04-08", "datetime=a/b/c",
        "datetime=..", "color=red", "datetime=2030-01-01", "datetime=2030-01-01/..",
        "limit=99999999999999999999x",
    ])
    func `an unknown or invalid parameter is refused by name`(query: String) async throws {
        let answer = try await get("/ogc/collections/stations/items?\(query)")
        #expect(answer.status == 400)
        #expect(answer.body.contains(#""parameter":"\#(query.prefix { $0 != "=" })""#), "\(answer.body)")
    }

    @Test(arguments: [
        "limit=9999999999", "limit=99999999999999999999", "offset=9223372036854775807", "datetime=2020-04-08",
        "datetime=../2020-04-08", "datetime=2020-04-01T00:00:00Z/..", "datetime=../..",
    ])
    func `a parameter with a very large or open range is accepted`(query: String) async throws {
        #expect(try await get("/ogc/collections/stations/items?\(query)").status == 200, "\(query)")
    }

    /// The days follow from the samples, where today is 8 April 2020.
    @Test(arguments: [
        ("", "2020-04-05", "2020-04-08"), ("?datetime=2020-04-01", "2020-03-29", "2020-04-01"),
        ("?datetime=2020-04-01/2030-01-01", "2020-04-01", "2020-04-08"),
        ("?datetime=2020-04-01/2020-04-09", "2020-04-01", "2020-04-08"),
        ("?datetime=1870-01-01/..", "2019-04-09", "2020-04-08"),
        ("?datetime=../2019-12-31", "2018-12-31", "2019-12-31"),
        ("?datetime=../..", "2019-04-09", "2020-04-08"),
    ])
    func `a span returns readings up to today and of one year at most`(
        query: String, first: String, last: String
    ) async throws {
        _ = try await json("/ogc/collections/stations/items\(query)")
        let days = try #require(CivilDate(first))...(try #require(CivilDate(last)))
        #expect(api.stations.readingDays.value == [days])
        #expect(api.stations.forecastDays.value == [])
    }

    @Test(arguments: ["2020-04-09", "2020-04-09/..", "2020-04-09/2030-01-01"])
    func `forecasts are returned for tomorrow alone`(datetime: String) async throws {
        _ = try await json("/ogc/collections/stations/items?datetime=\(datetime)")
        #expect(api.stations.forecastDays.value == [today.adding(days: 1)])
        #expect(api.stations.readingDays.value == [])
    }

    @Test func `alert markers have tiles but no items`() async throws {
        let alerts = try await json("/ogc/collections/alerts")
        let links = (alerts["links"] as? [[String: Any]] ?? []).compactMap { $0["rel"] as? String }
        #expect(links == ["self", OGCName.tilesets])
        for path in ["items", "items/basel", "schema"] {
            let answer = try await get("/ogc/collections/alerts/\(path)")
            #expect(answer.status == 404 && answer.body.contains("no items"), "\(answer.body)")
        }
    }

    @Test func `stations and alert markers cover the days of every allergen`() async throws {
        let birch = "2020-03-30", all = "2020-03-19", last = "2020-04-08"
        for (name, first) in [("stations", all), ("alerts", all), ("birch", birch)] {
            let answer = try await get("/ogc/collections/\(name)")
            #expect(answer.body.contains(#"["\#(first)T00:00:00Z","\#(last)"#), "\(answer.body)")
        }
        let capabilities = try await get("/wmts/1.0.0/WMTSCapabilities.xml").body
        for first in [birch, all] {
            #expect(capabilities.contains("<Value>\(first)/\(last)/P1D</Value>"), "\(capabilities)")
        }
    }

    @Test func `a document with absolute addresses is not shared between schemes`() async throws {
        let paths = [
            "/tiles/birch.json", "/tiles/basemap.json", "/wmts/1.0.0/WMTSCapabilities.xml", "/ogc",
            "/ogc/collections", "/ogc/collections/birch", "/ogc/collections/birch/items",
            "/ogc/collections/birch/map/tiles", "/ogc/tileMatrixSets",
        ]
        try await api.test { client in
            for path in paths {
                let proto = try #require(HTTPField.Name("X-Forwarded-Proto"))
                let answer = try await client.execute(uri: path, method: .get, headers: [proto: "https"])
                #expect(String(buffer: answer.body).contains("https://localhost/"), "\(path)")
                let varying = answer.headers[.vary]?.split(separator: ", ").last
                #expect(varying == "x-forwarded-proto", "\(path)")
            }
        }
    }

    @Test func `a tile's day is given by date, not by datetime`() async throws {
        let tile = "/ogc/collections/birch/map/tiles/WebMercatorQuad/7/45/66"
        #expect(try await get("\(tile)?date=2020-04-08").body.contains("2020-04-08"))
        let answer = try await get("\(tile)?datetime=2020-04-08")
        #expect(answer.status == 400 && answer.body.contains("The parameters are date."), "\(answer.body)")
    }

    @Test func `special characters are escaped in the links of a page`() async throws {
        let start = "2020-04-01T00:00:00%2B00:00"
        let page = try await json("/ogc/collections/stations/items?limit=1&offset=1&datetime=\(start)/..")
        let links = try #require(page["links"] as? [[String: Any]])
        #expect((links[0]["href"] as? String)?.contains("datetime=\(start)/..&limit=1") == true, "\(links)")
    }

    @Test(arguments: ["T00:00:00Z", "T00:00:00.000Z", ""])
    func `the midnight at which a day begins stands for that day`(midnight: String) async throws {
        let path = "/wmts/1.0.0/WMTSCapabilities.xml?time="
        let answer = try await get("\(path)2020-04-01\(midnight)")
        #expect(answer.body.contains("<Default>2020-04-01</Default>"), "\(answer.body)")
        #expect(try await get("\(path)T00:00:00Z2020-04-01").status == 400)
    }

    @Test(arguments: [
        "/ogc/collections/moss", "/ogc/collections/moss/items", "/ogc/collections/moss/map/tiles",
        "/ogc/collections/stations/items/nowhere", "/ogc/tileMatrixSets/none",
        "/ogc/collections/birch/map/tiles/none", "/ogc/collections/birch/map/tiles/WebMercatorQuad/4/99/1",
        "/ogc/collections/birch/map/tiles/WebMercatorQuad/4/1@2x/1",
    ])
    func `an unknown resource is a 404 with the reason`(target: String) async throws {
        let answer = try await get(target)
        #expect(answer.status == 404)
        #expect(!answer.body.contains("about:blank"), "\(answer.body)")
    }
}
