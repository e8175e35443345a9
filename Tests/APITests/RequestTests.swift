import Allergens
import Foundation
import Geography
import HTTPTypes
import Hummingbird
import NIOCore
import SampleTesting
import Testing

@testable import API
@testable import HTTP

/// A request for a target, as the server reads it.
func request(
    _ target: String, method: HTTPRequest.Method = .get, headers: HTTPFields = [:]
) -> Request {
    Request(
        head: HTTPRequest(
            method: method, scheme: "http", authority: "localhost", path: target, headerFields: headers),
        body: RequestBody(buffer: ByteBuffer()))
}

@Suite struct ParameterTests {
    /// The parameter and the detail of the problem that an action throws.
    private func mistake(_ act: () throws -> Void) -> (parameter: String?, detail: String) {
        do {
            try act()
            Issue.record("no problem was thrown")
        } catch let problem as Problem {
            #expect(problem.status == .badRequest)
            return (problem.errors.first?.parameter, problem.errors.first?.detail ?? "")
        } catch { Issue.record("\(error) is no problem document") }
        return (nil, "")
    }

    @Test(arguments: [
        "tomorrow", "2020-02-30", "2020-13-01", "20200408", "2020-4-8", "1869-12-31", "2200-01-01",
        "2020-04-08T00:00:00Z", "%322020-04-08", "",
    ])
    func `an invalid day is refused with the permitted form`(text: String) {
        let (parameter, detail) = mistake { _ = try request("/?date=\(text)").day("date") }
        #expect(parameter == "date" && detail.contains("YYYY-MM-DD") && detail.contains("1870 to 2199"))
    }

    @Test func `a day is read, and may be omitted`() throws {
        #expect(try request("/?date=2020-04-08").day("date") == today)
        #expect(try request("/?date=2020%2D04%2D08").day("date") == today)
        #expect(try request("/").day("date") == nil)
    }

    @Test(arguments: ["noon", "2020-04-08", "2020-04-08T12:00Z", "2020-04-08T12:00:00", "1586347200"])
    func `an invalid time is refused with the permitted form`(text: String) {
        let (parameter, detail) = mistake { _ = try request("/?at=\(text)").instant("at") }
        #expect(parameter == "at" && detail.contains("RFC 3339"))
    }

    @Test func `a time is read`() throws {
        #expect(try request("/?at=2020-04-08T12:00:00Z").instant("at") == noon)
    }

    @Test(arguments: [
        ("lat=47", "lon"), ("lon=7", "lat"), ("lon=east&lat=47", "lon"), ("lon=7&lat=nan", "lat"),
        ("lon=inf&lat=47", "lon"), ("lon=180.1&lat=47", "lon"), ("lon=7&lat=-90.1", "lat"),
        ("lon=7,5&lat=47", "lon"), ("lon=&lat=", "lon"),
    ])
    func `an invalid position is refused with the wrong coordinate named`(query: String, part: String) {
        let (parameter, detail) = mistake { _ = try request("/?\(query)").position() }
        #expect(parameter == part && detail.contains(part))
    }

    @Test func `a position has a longitude and a latitude`() throws {
        #expect(try request("/?lat=47.56&lon=7.58").position() == .basel)
        #expect(try request("/?lat=-90&lon=-180").position() == Coordinate(-180, -90))
    }

    @Test(arguments: [
        "7,46,8", "7,46,8,48,9", "7,46,8,48,north", "7,46,,48", ",7,46,8,48", "7,48,8,46", "181,0,182,1",
        "7;46;8;48", "nan,46,8,48", "7,46,8,inf",
    ])
    func `an invalid box is refused with the permitted form`(text: String) {
        let (parameter, detail) = mistake { _ = try request("/?bbox=\(text)").box() }
        #expect(parameter == "bbox" && detail.contains("west,south,east,north"))
    }

    @Test func `a box may cross the antimeridian`() throws {
        #expect(try request("/?bbox=7,46,8,48").box() == BoundingBox(7, 46, 8, 48))
        #expect(try request("/?bbox=179,-18,-179,-16").box()?.crossesAntimeridian == true)
        #expect(try request("/").box() == nil)
    }

    @Test func `an allergen is found by key or alias, and an unknown one is quoted shortened`() throws {
        #expect(try request("/?a=Betula").allergen("a", in: .standard)?.id == "birch")
        let long = String(repeating: "x", count: 500)
        let (parameter, detail) = mistake { _ = try request("/?a=\(long)").allergen("a", in: .standard) }
        #expect(parameter == "a" && detail.contains("GET /v1/allergens") && detail.count < 200)
    }

    @Test func `there is a map for every day up to tomorrow`() throws {
        let tomorrow = today.adding(days: 1)
        #expect(try TileRoutes.day(of: request("/"), today: today) == today)
        #expect(try TileRoutes.day(of: request("/?date=\(tomorrow)"), today: today) == tomorrow)
        let (parameter, detail) = mistake {
            _ = try TileRoutes.day(of: request("/?date=\(today.adding(days: 2))"), today: today)
        }
        #expect(parameter == "date" && detail.contains("\(tomorrow)"))
    }
}

@Suite struct EntityTagTests {
    private func holds(_ header: String?, _ etag: String = "\"abc\"") -> Bool {
        var headers: HTTPFields = [:]
        headers[.ifNoneMatch] = header
        return request("/", headers: headers).holds(etag: etag)
    }

    @Test(arguments: ["\"abc\"", "W/\"abc\"", "*", "\"x\", \"abc\"", "\"x\",W/\"abc\" ,\"y\"", "  \"abc\"  "])
    func `a client whose header names the tag has the entity`(header: String) {
        #expect(holds(header))
    }

    @Test(arguments: [nil, "", "abc", "\"ABC\"", "\"abcd\"", "w/\"abc\"", "\"x\", \"y\"", "W/"])
    func `a client whose header does not name the tag lacks the entity`(header: String?) {
        #expect(!holds(header))
    }

    @Test func `an entity that the client has is answered without its bytes`() {
        let bytes = ByteBuffer(string: "{}")
        let full = request("/").answer(bytes, type: "application/json", etag: "\"abc\"")
        #expect(full.status == .ok && full.body.contentLength == 2 && full.headers[.eTag] == "\"abc\"")
        let held = request("/", headers: [.ifNoneMatch: "\"abc\""])
            .answer(bytes, type: "application/json", etag: "\"abc\"")
        #expect(held.status == .notModified && held.body.contentLength == 0)
        #expect(held.headers[.eTag] == "\"abc\"" && held.headers[.cacheControl] == Freshness.shared)
    }

    @Test func `equal bytes have equal tags, and different bytes have different ones`() {
        let tags = ["", "a", "b", "ab", "ba", "\0", "\0\0"].map { ContentHash.etag(of: $0.utf8) }
        #expect(Set(tags).count == tags.count)
        #expect(ContentHash.etag(of: "ab".utf8) == tags[3])
        // The published 64-bit FNV-1a hash of "a".
        #expect(tags[1] == "\"af63dc4c8601ec8c\"")
    }
}

@Suite struct TileNameTests {
    @Test(arguments: [
        ("0", "0", "0.png", 0, 0, 0, 1), ("7", "66", "45@2x.png", 7, 66, 45, 2),
        ("22", "4194303", "4194303.png", 22, 4_194_303, 4_194_303, 1),
    ])
    func `a tile is named by its zoom, column and row`(
        zoom: String, column: String, file: String, z: Int, x: Int, y: Int, scale: Int
    ) throws {
        let (tile, found) = try TileRoutes.address(zoom: zoom, column: column, file: file)
        #expect(tile == TileAddress(zoom: z, column: x, row: y) && found == scale)
    }

    @Test(arguments: [
        ("0", "0", "0"), ("0", "0", "0.jpg"), ("0", "0", ".png"), ("0", "0", "@2x.png"),
        ("0", "0", "0@3x.png"),
        ("0", "0", "0@2x@2x.png"), ("0", "1", "0.png"), ("0", "0", "1.png"), ("23", "0", "0.png"),
        ("-1", "0", "0.png"), ("3", "-1", "0.png"), ("3", "0", "-1.png"), ("3", "8", "0.png"),
        ("3", "1.5", "0.png"), ("3", "0x1", "0.png"), ("3", "1e0", "0.png"), ("3", " 1", "0.png"),
        ("", "", ".png"), ("٣", "0", "0.png"), ("3", "99999999999999999999", "0.png"), ("3", "0", "../0.png"),
        ("9223372036854775807", "0", "0.png"), ("3", "+1", "0.png"), ("3", "01", "0.png"),
        ("-0", "0", "0.png"),
    ])
    func `any other name is an unknown tile`(zoom: String, column: String, file: String) {
        let problem = #expect(throws: Problem.self) {
            _ = try TileRoutes.address(zoom: zoom, column: column, file: file)
        }
        #expect(problem?.kind == .tileOutOfRange && problem?.detail != nil)
    }

    @Test(arguments: [
        ("23", "0", "0.png", "z", "0 to 22"), ("z", "x", "y.png", "z", "0 to 22"),
        ("3", "8", "8.png", "x", "0 to 7"), ("3", "7", "8@2x.png", "y", "0 to 7"),
        ("3", "7", "7@3x.png", "y", "0 to 7"), ("3", "7", "7.gif", "y", "{y}.png or {z}/{x}/{y}@2x.png"),
    ])
    func `the first invalid part is named with the permitted values`(
        zoom: String, column: String, file: String, part: String, allowed: String
    ) {
        let problem = #expect(throws: Problem.self) {
            _ = try TileRoutes.address(zoom: zoom, column: column, file: file)
        }
        #expect(problem?.errors.map(\.parameter) == [part])
        #expect(problem?.detail?.contains(allowed) == true)
    }
}
