import Foundation
import Geography
import Testing

@testable import Topology

@Suite struct GeoJSONAreaTests {
    private func problem(_ json: String, limit: Int = 100) -> AreaProblem? {
        do {
            _ = try GeoJSONArea(json: Data(json.utf8), vertexLimit: limit).validated()
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        (#"{"type":"Point","coordinates":[7.58,47.56,260]}"#, 0),
        (#"{"coordinates":[0,0],"type":"Point"}"#, 0),
        (#"{"type":"Polygon","coordinates":[[[6,46],[8,46],[8,48],[6,46]]]}"#, 1),
        (#"{"type":"MultiPolygon","coordinates":[[[[6,46],[8,46],[8,48],[6,46]]]],"bbox":[1]}"#, 1),
    ])
    func `points and polygons are read`(json: String, polygons: Int) throws {
        switch try GeoJSONArea(json: Data(json.utf8), vertexLimit: 4) {
        case .point: #expect(polygons == 0)
        case .polygons(let found, _): #expect(found.count == polygons)
        }
    }

    @Test(arguments: [
        (#"{"type":"Point","coordinates":[7.58,90.1]}"#, "/coordinates/1", "latitude"),
        (#"{"type":"Point","coordinates":[-181,0]}"#, "/coordinates/0", "longitude"),
        (#"{"type":"Point","coordinates":[7.58]}"#, "/coordinates", "a longitude and a latitude"),
        (#"{"type":"Point","coordinates":7.58}"#, "/coordinates", "list"),
        (#"{"type":"Point","coordinates":["7",8]}"#, "/coordinates/0", "number"),
        (#"{"type":"Point","coordinates":[1e999,8]}"#, "/coordinates/0", "number"),
        (#"{"type":"Point"}"#, "", "coordinates"), (#"{"type":"Circle"}"#, "/type", "MultiPolygon"),
        (#"{}"#, "/type", "MultiPolygon"), (#"[]"#, "", "geometry"), (#"{"type":"#, "", "JSON"),
        (#"{"type":"Polygon","coordinates":[]}"#, "/coordinates", "one ring"),
        (#"{"type":"MultiPolygon","coordinates":[]}"#, "/coordinates", "one polygon"),
        (#"{"type":"Polygon","coordinates":[[[0,0],[1,1],[0,0]]]}"#, "/coordinates/0", "four"),
        (#"{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,1]]]}"#, "/coordinates/0", "ends with"),
        (
            #"{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,91],[0,0]]]}"#, "/coordinates/0/3/1",
            "latitude"
        ),
        (#"{"type":"Polygon","coordinates":[[[0,0],[1,0],5,[0,0]]]}"#, "/coordinates/0/2", "list"),
        (
            #"{"type":"Polygon","coordinates":[[[0,0],[2,2],[2,0],[0,2],[0,0]]]}"#, "/coordinates",
            "intersection"
        ),
        (
            #"{"type":"MultiPolygon","coordinates":[[[[0,0],[1,0],[1,1],[0,0]]],[[[0,0],[1,1],[2,2],[0,0]]]]}"#,
            "/coordinates/1", "nothing"
        ),
    ])
    func `a fault is reported with its place and a sentence`(json: String, pointer: String, words: String) {
        let found = problem(json)
        #expect(found?.pointer == pointer)
        #expect(found?.detail.contains(words) == true, "\(String(describing: found))")
    }

    @Test func `a million positions are refused without being built`() {
        let positions = repeatElement("[7,47]", count: 1_000_000).joined(separator: ",")
        let json = "{\"type\":\"Polygon\",\"coordinates\":[[\(positions)]]}"
        let found = problem(json, limit: 10_000)
        let expected = AreaProblem(
            pointer: "/coordinates/0", detail: "an area has at most 10000 positions")
        #expect(found == expected)
    }

    @Test func `nothing is read beyond the first position too many`() {
        for (count, pointer) in [(9_999, "/coordinates/0/9999/0"), (10_000, "/coordinates/0")] {
            let positions = Array(repeating: "[7,47]", count: count) + ["[\"x\",91]", "true"]
            let json = "{\"type\":\"Polygon\",\"coordinates\":[[\(positions.joined(separator: ","))]]}"
            #expect(problem(json, limit: 10_000)?.pointer == pointer)
        }
    }

    @Test func `inside a larger document the pointer starts at its root`() {
        struct Request: Decodable { let area: GeoJSONArea }
        let json = Data(#"{"area":{"type":"Point","coordinates":[0,99]}}"#.utf8)
        let expected = AreaProblem(
            pointer: "/area/coordinates/1", detail: "a latitude lies between -90 and 90 degrees")
        #expect(throws: expected) { try JSONDecoder().decode(Request.self, from: json) }
    }

    @Test func `written areas can be read back`() throws {
        let polygon = Shapes.polygon(
            [(6, 46), (8, 46), (8, 48), (6, 48)], holes: [[(6.5, 46.5), (7, 47), (7, 46.5)]])
        for area in [
            GeoJSONArea.point(Coordinate(wrappingLongitude: 7.58, latitude: 47.56)), GeoJSONArea([polygon]),
            GeoJSONArea([polygon, polygon]),
        ] {
            let json = try JSONEncoder().encode(area)
            #expect(try GeoJSONArea(json: json, vertexLimit: 100) == area)
        }
    }
}
