import Foundation
import Testing

@testable import Feeds

/// Broken files that need more checks than `Tests/BrokenFiles` expresses.
@Suite struct BrokenFilesTests {
    @Test func `a wide file fails on a column missing in its definition`() throws {
        let sentence = try failure("nat_abbr;termin;kaulmud0\n".utf8, as: "meteoswiss-daily")
        #expect(
            sentence?.hasPrefix("The header has the unknown column “kaulmud0”; allowed are “station_abbr”")
                == true)
        #expect(
            try failure("nat_abbr;termin\n".utf8, as: "meteoswiss-hourly")?.hasPrefix(
                "The header lacks the column kaalnuh0 or kabetuh0") == true)
        #expect(
            try failure("taxon,station,value,datetime\n".utf8, as: "swiss-14stations")
                == "The header lacks the column type; it has “taxon”, “station”, “value”, “datetime”.")
    }

    @Test func `UTF-16 and a Latin-1 header are named as the mistake`() throws {
        #expect(try failure([0xFF, 0xFE, 0x73, 0]) == "The file is UTF-16; save it as UTF-8.")
        #expect(try failure([0x73, 0xE8, 0x0A]) == "The header is not utf-8 text.")
    }

    @Test func `a row may have 65 536 bytes and no more`() throws {
        let row = "basel,birch,2026-04-07,1"
        func file(_ bytes: Int) -> String {
            "station,allergen,day,value\n" + row + String(repeating: " ", count: bytes - row.utf8.count - 1)
                + "\n"
        }
        #expect(try read(file(65_536)).totals.readings == 1)
        #expect(try failure(file(65_537).utf8) == "Line 2 is longer than 65536 bytes.")
        let open = "station,allergen,day,value\n\"" + String(repeating: "x\n", count: 40_000)
        #expect(try failure(open.utf8) == "The quote that opens in line 2 is never closed.")
    }

    @Test func `a row may have 1 000 columns and no more`() throws {
        let header = "station,allergen,day,value\n"
        let fitting = header + "basel,birch,2026-04-07,1" + String(repeating: ",", count: 996)
        #expect(try read(fitting).totals.readings == 1)
        #expect(try failure((fitting + ",").utf8) == "Line 2 has more than 1000 columns.")
    }

    @Test func `an open quote in a long file fails without waiting for its end`() throws {
        var reader = FeedReader(
            definition: try .named("plain", in: feeds), stations: knownStations, now: .eveningOfApril)
        try reader.read("station,allergen,day,value\n\"".utf8) { _ in }
        #expect(throws: FeedFailure.unterminatedQuote(line: 2)) {
            for _ in 0..<1_000 { try reader.read(Array(repeating: UInt8(ascii: "x"), count: 1_000)) { _ in } }
        }
    }
}
