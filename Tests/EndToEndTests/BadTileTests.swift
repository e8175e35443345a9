import Allergens
import Foundation
import Testing

/// Misspelt layers where a name belongs, with a word of the answer that lists the known ones.
private let badLayers: [(name: String, word: String)] = [
    ("moonflower", "there are"), ("BIRCH", "there are"), ("birch+moonflower", "moonflower"),
    ("birch+birch", "once"), ("grass+birch+grass", "once"), ("birch+", "there are"), ("+birch", "there are"),
    ("birch++grass", "there are"), ("birch+stations", "alone"), ("%00", "there are"),
    ("birch%00", "there are"), ("..%2f..%2fetc%2fpasswd", "../"), ("%2e%2e%2fbirch", "../"),
    ("birch%2f", "birch/"), ("%252e%252e%252f", "%2e%2e%2f"), ("%ff", "UTF-8"), ("%zz", "UTF-8"),
    ("%", "UTF-8"), ("birch%20", "there are"), ("birch%2B", "there are"), ("<script>", "there are"),
    (String(repeating: "x", count: 4_000), "there are"), ("birch,grass", "there are"),
    (Array(repeating: "birch", count: 50).joined(separator: "+"), "2 to 8"),
    ("alder+ash+beech+birch+elm+grass+hazel+oak+plane", "2 to 8"),
]

private let badNumbers = [
    "-1", "abc", "1e1", "1.0", "+1", "01", "0x1", "%31", "%D9%A3", "%EF%BC%93", "1%00", "%00", "NaN", "1,5",
    "1_0",
    "1000000000000000000000000000000", "9223372036854775807", "-9223372036854775808", "..%2f1", "%252f",
]

private let badDays = [
    "9999-12-31", "2020-02-30", "2019-02-29", "1869-12-31", "2200-01-01", "0000-00-00", "2020-13-01",
    "tomorrow",
    "2020-4-8", "20200408", "2020-04-08T00:00:00Z", "-2020-04-08", "2020-04-08%00", "%00", "%ff",
    "%D9%A2020-04-08",
    "2020-04-08'--",
]

private let badSizes = [
    "100000", "-1", "0", "abc", "256.0", "1e3", "512px", "%D9%A2%D9%A5%D9%A6", "%00", "99999999999999999999",
    "256,512",
    "0512",
]

@Suite(
    .timeLimit(.minutes(20)),
    .serving { workspace in try await workspace.addStation("basel", 7.58, 47.56) })
struct BadTileTests {
    /// Sends the request twice, because the second answer may come from memory.
    private func expectProblem(
        at target: String, _ status: Int, _ problem: String, _ parameter: String, naming word: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        for _ in 0..<2 {
            let answer = try #require(
                try await RawConnection(service).ask(target), "\(target)", sourceLocation: sourceLocation)
            expect(answer, status, problem, naming: word, sourceLocation: sourceLocation)
            #expect(
                answer.json["errors"][0]["parameter"] == .text(parameter), "\(target): \(answer.text)",
                sourceLocation: sourceLocation)
            #expect(answer.bytes.count < 4_000, "\(target)", sourceLocation: sourceLocation)
        }
    }

    @Test(arguments: [
        "/7/66/45.png", "/7/66/45@2x.png?date=2020-04-08", ".json", "/legend.json", "/legend.png",
        "/legend@2x.png",
    ])
    func `an unknown layer is a 404 that lists the known ones`(rest: String) async throws {
        for (name, word) in badLayers {
            try await expectProblem(at: "/tiles/\(name)\(rest)", 404, "unknown-layer", "layer", naming: word)
        }
    }

    @Test func `a layer without a suffix is refused with the address of its description`() async throws {
        try await expectProblem(at: "/tiles/birch", 404, "unknown-layer", "layer", naming: ".json")
    }

    @Test(arguments: badNumbers)
    func `a number that is not part of any tile names the part and its range`(number: String) async throws {
        for (address, part, last) in [
            ("\(number)/66/45.png", "z", "0 to 22"), ("7/\(number)/45.png", "x", "0 to 127"),
            ("7/66/\(number).png", "y", "0 to 127"), ("7/66/\(number)@2x.png", "y", "0 to 127"),
        ] {
            try await expectProblem(
                at: "/tiles/birch/\(address)", 404, "tile-out-of-range", part,
                naming: "whole numbers from \(last)")
        }
    }

    @Test(arguments: [
        ("23/0/0.png", "z", "0 to 22"), ("99/1/1.png", "z", "0 to 22"), ("7/128/45.png", "x", "0 to 127"),
        ("7/66/128.png", "y", "0 to 127"), ("0/1/0.png", "x", "0 to 0"), ("22/0/4194304.png", "y", "4194303"),
        ("7/66/45.jpg", "y", ".png"), ("7/66/45", "y", ".png"), ("7/66/45.PNG", "y", ".png"),
        ("7/66/45.png.exe", "y", ".png"), ("7/66/45@3x.png", "y", "0 to 127"),
        ("7/66/45@2x@2x.png", "y", "0 to 127"), ("7/66/.png", "y", "0 to 127"),
        ("7/66/@2x.png", "y", "0 to 127"), ("7/66/..%2f..%2f45.png", "y", "0 to 127"),
        ("../../etc/passwd", "y", ".png"),
    ])
    func `an impossible tile address names the wrong part`(
        address: String, part: String, word: String
    ) async throws {
        let path = address.hasPrefix("..") ? "/tiles/\(address)" : "/tiles/birch/\(address)"
        try await expectProblem(at: path, 404, "tile-out-of-range", part, naming: word)
    }

    @Test(arguments: badDays + ["in three days"])
    func `a day without a map is a 400 with the permitted days`(name: String) async throws {
        // Three days ahead is at least the day after tomorrow, whenever the service checks.
        let day = name == "in three days" ? "\(today.adding(days: 3))" : name
        for path in ["/tiles/birch/7/66/45.png", "/tiles/birch+grass/7/66/45@2x.png", "/tiles/birch.json"] {
            let connection = try RawConnection(service)
            let answer = try #require(try await connection.ask("\(path)?date=\(day)"))
            expect(answer, 400, "invalid-parameter", naming: "date")
            #expect(answer.json["errors"][0]["parameter"] == "date")
            let saysWhatIsAllowed =
                answer.details.contains("YYYY-MM-DD, 1870 to 2199")
                || answer.details.contains("after tomorrow")
            #expect(saysWhatIsAllowed, "\(answer.details)")
        }
    }

    @Test(arguments: badSizes)
    func `an unknown size is a 400 with the known sizes`(size: String) async throws {
        for path in ["/tiles/birch/7/66/45.png", "/tiles/birch/7/66/45@2x.png", "/tiles/birch.json"] {
            try await expectProblem(
                at: "\(path)?size=\(size)", 400, "invalid-parameter", "size", naming: "256 or 512")
        }
        try await expectProblem(
            at: "/tiles/birch/7/66/45@2x.png?size=256", 400, "invalid-parameter", "size", naming: "512")
    }

    @Test(arguments: [
        "neon", "SMOOTH", "%00", "..%2framps", "smooth,banded", String(repeating: "s", count: 2_000),
    ])
    func `an unknown style or ramp is a 400 with the known ones`(name: String) async throws {
        for path in [
            "/tiles/birch/7/66/45.png", "/tiles/birch.json", "/tiles/birch/legend.json",
            "/tiles/birch/legend.png", "/tiles/birch/legend@2x.png",
        ] {
            try await expectProblem(
                at: "\(path)?style=\(name)", 400, "invalid-parameter", "style", naming: "smooth")
            try await expectProblem(
                at: "\(path)?ramp=\(name)", 400, "invalid-parameter", "ramp", naming: "intensity")
        }
    }

    @Test(arguments: ["moonflower", "birch+", "%00", "birch+birch"])
    func `markers of something that is not measured are a 400 that names it`(allergen: String) async throws {
        for path in ["/tiles/stations/7/66/45.png", "/tiles/stations.json", "/tiles/alerts/7/66/45.png"] {
            try await expectProblem(
                at: "\(path)?allergen=\(allergen)", 400, "invalid-parameter", "allergen", naming: "there")
        }
    }

    @Test(arguments: [
        (
            "moonflower/map/tiles/WebMercatorQuad/7/45/66", "unknown-collection", "collection",
            "/ogc/collections"
        ),
        ("birch/map/tiles/WorldCRS84Quad/7/45/66", "tile-out-of-range", "tileMatrixSetId", "WebMercatorQuad"),
        ("birch/map/tiles/WebMercatorQuad/23/45/66", "tile-out-of-range", "tileMatrix", "0 to 22"),
        ("birch/map/tiles/WebMercatorQuad/7/128/66", "tile-out-of-range", "tileRow", "0 to 127"),
        ("birch/map/tiles/WebMercatorQuad/7/45/66.png", "tile-out-of-range", "tileCol", "0 to 127"),
        ("birch/map/tiles/WebMercatorQuad/7/45@2x/66", "tile-out-of-range", "tileRow", "0 to 127"),
    ])
    func `the parts of a tile's address in the OGC API have the names used there`(
        path: String, problem: String, parameter: String, word: String
    ) async throws {
        try await expectProblem(at: "/ogc/collections/\(path)", 404, problem, parameter, naming: word)
    }

    @Test(arguments: ["POST", "PUT", "DELETE", "PATCH", "TRACE"])
    func `other methods have no effect on a tile`(method: String) async throws {
        for path in ["/tiles", "/tiles/birch.json", "/tiles/birch/legend.png", "/tiles/birch/7/66/45.png"] {
            let answer = try #require(try await RawConnection(service).ask(path, method: method))
            #expect(answer.status == 405, "\(method) \(path): \(answer.status)")
            #expect(answer.header("Allow") == "GET, HEAD, OPTIONS")
            #expect(answer.problem != nil, "\(method) \(path): \(answer.text)")
        }
    }

    @Test(arguments: [
        ("/tiles/birch/7/66/٣.png", "GET"), ("/tiles/bïrch.json", "GET"), ("/tiles/birch\u{1}.json", "GET"),
    ])
    func `malformed requests are answered with an explanation, and end the connection`(
        target: String, method: String
    ) async throws {
        let connection = try RawConnection(service)
        let answer = try #require(try await connection.ask(target, method: method))
        expect(answer, 400, "malformed-request", naming: "ASCII", "32 KB", "%XX")
        #expect(answer.header("Connection") == "close")
        #expect(try await connection.readChunk().isEmpty)
    }

    @Test func `a method that HTTP does not have is not implemented, and ends the connection`() async throws {
        let connection = try RawConnection(service)
        let answer = try #require(try await connection.ask("/tiles/birch.json", method: "BREW"))
        expect(answer, 501, "about:blank", naming: "GET", "DELETE")
        #expect(answer.header("Connection") == "close")
        #expect(try await connection.readChunk().isEmpty)
    }

    @Test(arguments: [9_000, 100_000])
    func `a target that is too long is refused with the limit, and ends the connection`(
        count: Int
    ) async throws {
        let connection = try RawConnection(service)
        let target = "/tiles/" + String(repeating: "x", count: count)
        let answer = try #require(try await connection.ask(target))
        expect(answer, 414, "target-too-long", naming: "8192 bytes")
        #expect(answer.header("Connection") == "close")
        #expect(try await connection.readChunk().isEmpty)
    }
}
