import Foundation
import Observations
import Testing

@testable import Feeds

@Suite(.timeLimit(.minutes(20))) struct FuzzTests {
    private static let plain: [UInt8] = {
        var text = "station,allergen,day,value,unit,forecast\n"
        for day in 10...28 {
            text +=
                "basel,birch,2026-03-\(day),\(day * 7),grains/m3,12\r\n\"bern\",ash,2026-03-\(day),,grains/m3,\n"
        }
        return Array(text.utf8)
    }()

    private static let wide: [UInt8] = {
        var text = "station;termin;nat_abbr;kaalnud0;kaalnud1;kabetud0;khpoacd0\r\n"
        for day in 10...28 { text += "931;202603\(day)000000;PBS;\(day);7;;\(day * 3)\r\n" }
        return Array(text.utf8)
    }()

    /// Flips bits, truncates, duplicates and inserts, a few times.
    private func mutate(_ original: [UInt8], using generator: inout SeededGenerator) -> [UInt8] {
        var bytes = original
        for _ in 0..<Int.random(in: 1...6, using: &generator) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &generator)
            let end = min(bytes.count, place + Int.random(in: 1...60, using: &generator))
            switch Int.random(in: 0..<5, using: &generator) {
            case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            case 1: bytes.removeSubrange(place..<end)
            case 2: bytes.insert(contentsOf: bytes[place..<end], at: place)
            case 3: bytes.insert(.random(in: 0...255, using: &generator), at: place)
            default:
                let telling = Array("\",;\n\r\t\0-.e5".utf8)
                bytes.insert(telling.randomElement(using: &generator) ?? 0, at: place)
            }
        }
        return bytes
    }

    @Test(arguments: UInt64(0)..<40)
    func `every row of a damaged plain file is a reading, missing or rejected`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var accepted = 0
        for _ in 0..<25 {
            let bytes = mutate(Self.plain, using: &generator)
            guard let outcome = try? read(bytes, batchSize: 5) else { continue }
            let totals = outcome.totals
            accepted += totals.readings
            #expect(totals.readings + totals.tally.missing + totals.tally.rejectedCount == totals.tally.rows)
            #expect(totals.bytes == bytes.count)
            #expect(outcome.lines == outcome.lines.sorted())
            #expect(outcome.readings.allSatisfy { $0.value >= 0 && $0.value <= 40_000 })
        }
        #expect(accepted > 0)
    }

    @Test(arguments: UInt64(0)..<40)
    func `every cell of a damaged wide file is a reading, missing or rejected`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<25 {
            guard let outcome = try? read(mutate(Self.wide, using: &generator), as: "meteoswiss-daily")
            else { continue }
            let totals = outcome.totals
            // A row without a station or day is rejected as a whole, and so is a malformed row.
            let cells = outcome.rejected.filter { $0.column.hasSuffix("d0") && !$0.rejection.isAboutTheRow }
            let wholeRows = outcome.rejected.count - cells.count
            let kept = totals.readings + totals.tally.missing + cells.count
            #expect(kept % max(totals.tally.rows - wholeRows, 1) == 0)
            #expect(kept <= (totals.tally.rows - wholeRows) * 3)
            #expect(kept >= totals.tally.rows - wholeRows)
        }
    }

    @Test(arguments: UInt64(0)..<20)
    func `bytes of any kind end in rows or in a failure`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            let count = Int.random(in: 0..<500, using: &generator)
            let noise = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            _ = try failure(noise)
            _ = try failure(Array("station,allergen,day,value\n".utf8) + noise)
            _ = try JSONReadingsTests.failure(Data(noise))
        }
    }
}

extension ReadingRejection {
    /// Whether a malformed row was rejected, and not one of its cells.
    fileprivate var isAboutTheRow: Bool {
        guard case .unreadable(let reason) = self else { return false }
        return reason.hasPrefix("the row ends") || reason.hasPrefix("text stands behind")
    }
}
