import Foundation
import SeededTesting
import Testing

@Suite(
    .timeLimit(.minutes(20)),
    .serving { workspace in
        try await workspace.done(
            "import", "--feed", "swiss-14stations", workspace.file("birch.csv", birchSeason))
    })
struct TileFuzzTests {
    private static let count = 2_000
    private static let allowed: Set = [200, 304, 400, 404, 405, 414, 431]

    @Test func `every request is answered with a tile, a document or a problem`() async throws {
        var targets = TileTargets(seed: 20_200_408)
        var connection = try RawConnection(service)
        var statuses: [Int: Int] = [:]
        for _ in 0..<Self.count {
            let target = targets.next()
            var asked = try await connection.ask(target)
            if asked == nil {
                // An idle connection may have been closed; a new one gets an answer.
                connection = try RawConnection(service)
                asked = try await connection.ask(target)
            }
            let answer = try #require(asked, "no answer to \(target)")
            statuses[answer.status, default: 0] += 1
            #expect(Self.allowed.contains(answer.status), "\(target): \(answer.status)")
            if answer.status == 200 {
                #expect(["image/png", "application/json"].contains(answer.type), "\(target)")
                #expect(!answer.bytes.isEmpty, "\(target)")
            } else {
                #expect(answer.problem != nil, "\(target): \(answer.text.prefix(300))")
            }
            if answer.header("Connection") == "close" { connection = try RawConnection(service) }
        }
        // If all fragments were bad, or all good, the test would try little.
        for status in [200, 400, 404] {
            #expect(statuses[status, default: 0] > Self.count / 20, "\(statuses)")
        }
        #expect(try await service.get("/healthz").status == 200)
        let figures = try await service.get("/metrics").text
        #expect(figures.contains(#"status="404""#))
        #expect(!figures.contains(#"status="5"#), "\(figures)")
    }

    @Test(arguments: [9_000, 100_000, 1_000_000])
    func `a target that is far too long ends at most its own connection`(length: Int) async throws {
        for target in [
            "/tiles/" + String(repeating: "x", count: length) + "/7/66/45.png",
            "/tiles/birch/7/66/45.png?date=" + String(repeating: "2", count: length),
        ] {
            if let answer = try await RawConnection(service).ask(target) {
                #expect([400, 404, 414, 431].contains(answer.status))
                #expect(answer.problem != nil && answer.bytes.count < 4_000, "\(answer.text.prefix(300))")
            }
            #expect(try await service.get("/healthz").status == 200)
        }
    }
}

/// Generates targets under the tiles' routes from good, bad and absurd parts.
private struct TileTargets {
    private var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func next() -> String {
        let path = path()
        let count = Int.random(in: 0...2, using: &generator)
        guard count > 0 else { return path }
        return path + "?"
            + (0..<count).map { _ in query() }.joined(separator: pick(["&", "&", "&", "&&", "?", ";"]))
    }

    private mutating func path() -> String {
        switch Int.random(in: 0..<10, using: &generator) {
        case 0: "/tiles" + pick(["", "/", "//", "/.", "/%2f", "?", ".json"])
        case 1: "/tiles/\(layer()).json"
        case 2: "/tiles/\(layer())/legend" + pick([".json", ".png", "@2x.png", "@3x.png", ".svg", ""])
        case 3:
            "/ogc/collections/\(layer())/map/tiles/"
                + pick(["WebMercatorQuad", "WebMercatorQuad", "%00", "x"])
                + "/\(number())/\(number())/\(number())"
        case 4:
            "/tiles/" + pick(["basemap", "basemap-dark", "basemap-lines", "basemap-labels"])
                + "/\(number())/\(number())/\(number())\(suffix())"
        case 5:
            "/tiles/"
                + (0..<Int.random(in: 1...6, using: &generator)).map { _ in rubbish() }.joined(separator: "/")
        default: "/tiles/\(layer())/\(address())\(suffix())"
        }
    }

    private mutating func layer() -> String {
        (0..<pick([1, 1, 1, 1, 2, 3, 9, 50])).map { _ in
            pick([
                "birch", "birch", "birch", "grass", "overall", "alder", "stations", "alerts", "moonflower",
                "", "Birch",
                "%62irch", rubbish(),
            ])
        }.joined(separator: pick(["+", "+", "+", "%2B", ",", "%20"]))
    }

    /// Mostly the tile of Switzerland or one within the world.
    private mutating func address() -> String {
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: "7/66/45"
        case 1: "\(Int.random(in: 5...9, using: &generator))/\(Int.random(in: 0...40, using: &generator))/11"
        default: "\(number())/\(number())/\(number())"
        }
    }

    private mutating func number() -> String {
        pick([
            "0", "1", "3", "7", "22", "23", "66", "-1", "1e1", "abc", "1.5", "01", "%30", "٣",
            "1\(rubbish())",
            "1000000000000000000000000000000", "4294967296", "9223372036854775808", "",
        ])
    }

    private mutating func suffix() -> String {
        pick([
            ".png", ".png", ".png", ".png", "@2x.png", "@2x.png", "@3x.png", ".jpg", "", ".png%00", ".PNG",
            ".png/",
        ])
    }

    private mutating func query() -> String {
        let name = pick([
            "date", "date", "size", "style", "ramp", "allergen", "format", "DATE", "", rubbish(),
        ])
        let value = pick([
            "2020-04-08", "2020-04-08", "2020-02-30", "9999-12-31", "current", "256", "512", "-1", "smooth",
            "banded",
            "isolines", "intensity", "birch", "birch+grass", "", rubbish(),
        ])
        return pick([
            "\(name)=\(value)", "\(name)=\(value)", "\(name)=\(value)", name, "\(name)==\(value)",
            "=\(value)",
        ])
    }

    private mutating func rubbish() -> String {
        pick([
            "..", ".", "..%2f..%2fetc%2fpasswd", "%2e%2e", "%252e%252e%252f", "%00", "%", "%zz", "%ff%fe",
            "%0d%0aX:1",
            "'%20OR%201=1--", "%3Cscript%3E", "{layer}", "{z}", "*", "~", "\\", "|", "^", "\"", "`", "ü", "🌳",
            "\u{202E}",
            String(repeating: "a", count: 300), String(repeating: "%2f", count: 50), "nil", "null", "NaN",
            "-0", "+",
        ])
    }

    private mutating func pick<Element>(_ choices: [Element]) -> Element {
        choices[Int.random(in: choices.indices, using: &generator)]
    }
}
