import Allergens
import Foundation
import Observations
import Testing

@testable import Feeds

@Suite struct CellTests {
    private func number(_ text: String) throws -> Double {
        let bytes = Array(text.utf8)
        return try bytes.span.number(of: Cell(start: 0, end: bytes.count))
    }

    private func stamp(_ text: String, _ form: StampForm) -> Stamp? {
        let bytes = Array(text.utf8)
        return bytes.span.stamp(of: Cell(start: 0, end: bytes.count), as: [form])
    }

    @Test(arguments: UInt64(0)..<20)
    func `numbers are parsed to the last bit like the standard library does`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let digits = Int.random(in: 1...18, using: &generator)
            let whole = String((0..<digits).map { _ in "0123456789".randomElement(using: &generator) ?? "0" })
            let point = Int.random(in: 0...digits, using: &generator)
            let text = String(whole.prefix(point)) + "." + String(whole.dropFirst(point))
            #expect(try number(text) == Double(text), "\(text)")
            #expect(try number(whole) == Double(whole), "\(whole)")
        }
    }

    @Test func `signs and exponents are read, and minus zero is zero`() throws {
        #expect(try number("+1.5e2") == 150)
        #expect(try number("-0").sign == .plus)
        for text in ["", ".", "1..2", "1e", "--1", "1_000", "1 2", "٣"] {
            #expect(throws: ReadingRejection.notANumber, "\(text)") { try number(text) }
        }
    }

    @Test func `timestamps are read only in their format`() throws {
        let day = try #require(CivilDate("2026-03-27"))
        #expect(stamp("2026-03-27", .day) == Stamp(day: day))
        #expect(stamp("20260327220000", .compact) == Stamp(day: day, secondOfDay: 79_200))
        #expect(stamp("27.03.2026 22:00", .swiss) == Stamp(day: day, secondOfDay: 79_200))
        #expect(stamp("2026-03-28T00:30:15.25+02:30", .internet) == Stamp(day: day, secondOfDay: 79_215))
        #expect(stamp("1970-01-01T00:00:00+00:01", .internet)?.secondsSinceEpoch == -60)
        let wrong: [(String, StampForm)] = [
            ("27.03.2026", .swiss), ("2026-03-27", .compact), ("20260327246000", .compact),
            ("27/03/2026 22:00", .swiss),
            ("2026-03-27T22:00:00.Z", .internet), ("2026-03-27T22:00:00+0100", .internet),
            ("2026-03-27T22:00:00", .internet), ("2026-03-27T22:00:60Z", .internet), ("2026-13-01", .day),
            ("", .day),
        ]
        for (text, form) in wrong { #expect(stamp(text, form) == nil, "\(text)") }
    }

    @Test func `Windows-1252 is decoded as such`() throws {
        let bytes: [UInt8] = [0x5A, 0xFC, 0x72, 0x69, 0x63, 0x68, 0x80]
        #expect(try bytes.span.text(of: Cell(start: 0, end: 7), in: .windows1252) == "Zürich€")
    }

    @Test func `more spellings than the cache holds are still understood`() throws {
        var memory = SpellingMemory<Int>()
        for number in 0..<10_000 {
            let bytes = Array("spelling \(number)".utf8)
            memory.remember(number, of: Cell(start: 0, end: bytes.count), in: bytes.span)
        }
        for number in 0..<10_000 {
            let bytes = Array("spelling \(number)".utf8)
            let meaning = memory.meaning(of: Cell(start: 0, end: bytes.count), in: bytes.span)
            #expect(meaning == (number < FeedLimits.rememberedSpellings ? number : nil))
        }
    }
}
