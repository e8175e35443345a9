import Foundation
import Testing

@testable import Feeds

@Suite struct BrokenFilesTests {
    @Test(arguments: [
        ("", "The file is empty; it must begin with a header."),
        (String(repeating: " \n", count: 40_000), "The first 65536 bytes hold no header."),
        ("\n \r\n\t\n", "The file is empty; it must begin with a header."),
        (
            "station,allergen,day\n",
            "The header lacks the column value; it has “station”, “allergen”, “day”."
        ),
        (
            "station,allergen,value\n",
            "The header lacks the column day or time; it has “station”, “allergen”, “value”."
        ),
        ("allergen,day,value\n", "The header lacks the column station; it has “allergen”, “day”, “value”."),
        (
            "station,allergen,day,value,colour\n",
            "The header has the unknown column “colour”; allowed are "
                + "“station”, “allergen”, “day”, “time”, “value”, “unit”, “forecast”, “issued”, "
                + "“valid”, “quality”, “hours”, “note”, “mean_of”."
        ),
        ("station,allergen,day,Day,value\n", "The header names the column “Day” twice."),
        ("station,allergen,day,time,value\n", "The columns day and time exclude each other."),
        ("station,allergen,time,value,forecast\n", "The columns time and forecast exclude each other."),
        (
            "station,allergen,day,value\nbasel,birch,2026-04-07,1\nbasel,\"birch,2026-04-06,1\nbasel",
            "The quote that opens in line 3 is never closed."
        ),
    ])
    func `a file that makes no sense fails with one sentence`(text: String, sentence: String) throws {
        #expect(try failure(text.utf8) == sentence)
    }

    @Test func `a wide file fails on a column that its definition does not know`() throws {
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

    @Test func `UTF-16 and a header in Latin-1 are named`() throws {
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
