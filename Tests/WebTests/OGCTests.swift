import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import Web

@Suite struct OGCTests {
    private let memory = InMemoryPorts()

    private func get(_ target: String) async throws -> (status: Int, body: String) {
        let (stream, continuation) = AsyncStream.makeStream(of: (Int, String).self)
        try await memory.test { client in
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

    @Test func `text that means something in XML is escaped`() {
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

    @Test func `the definition names the limits that hold and the routes that are there`() async throws {
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
        let endpoints = API(ports: memory.ports, leaflet: URL(filePath: "/nonexistent")).endpoints
        #expect(Set(described) == Set(endpoints.map(\.path).filter { $0.hasPrefix("/ogc") }))
    }

    @Test func `every link of the entrance leads somewhere`() async throws {
        var open = ["/ogc", "/ogc/collections", "/ogc/collections/birch", "/ogc/collections/birch/map/tiles"]
        var seen: Set<String> = []
        while let target = open.popLast() {
            guard seen.insert(target).inserted else { continue }
            let links = try await json(target)["links"] as? [[String: Any]] ?? []
            for link in links where link["templated"] == nil && link["type"] as? String != "image/png" {
                let address = try #require((link["href"] as? String).flatMap(URL.init(string:)))
                let query = address.query.map { "?\($0)" } ?? ""
                open.append(address.path + query)
            }
        }
        #expect(seen.count >= 10, "\(seen)")
    }

    @Test func `a page says how many there are and leads to the next`() async throws {
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
        "datetime=..", "color=red",
    ])
    func `a parameter that is unknown or wrong is refused by name`(query: String) async throws {
        let answer = try await get("/ogc/collections/stations/items?\(query)")
        #expect(answer.status == 400)
        #expect(answer.body.contains(#""parameter":"\#(query.prefix { $0 != "=" })""#), "\(answer.body)")
    }

    @Test(arguments: [
        "limit=9999999999", "offset=9223372036854775807", "datetime=2020-04-08", "datetime=../2020-04-08",
        "datetime=2020-04-01T00:00:00Z/..", "datetime=../..",
    ])
    func `a parameter that is merely generous is taken`(query: String) async throws {
        #expect(try await get("/ogc/collections/stations/items?\(query)").status == 200, "\(query)")
    }

    @Test(arguments: [
        "/ogc/collections/moss", "/ogc/collections/moss/items", "/ogc/collections/moss/map/tiles",
        "/ogc/collections/stations/items/nowhere", "/ogc/tileMatrixSets/none",
        "/ogc/collections/birch/map/tiles/none", "/ogc/collections/birch/map/tiles/WebMercatorQuad/4/99/1",
        "/ogc/collections/birch/map/tiles/WebMercatorQuad/4/1@2x/1",
    ])
    func `what is not there is a 404 with its reason`(target: String) async throws {
        let answer = try await get(target)
        #expect(answer.status == 404)
        #expect(!answer.body.contains("about:blank"), "\(answer.body)")
    }
}
