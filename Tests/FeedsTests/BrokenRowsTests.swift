import Foundation
import Observations
import Testing

@testable import Feeds

/// Broken rows and cells that need more checks than `Tests/BrokenFiles` expresses.
@Suite struct BrokenRowsTests {
    @Test func `a line break in quotes counts as a line`() throws {
        let outcome = try read(
            "station,allergen,day,value\n\"ba\nsel\",birch,2026-04-07,1\nbasel,birch,2026-04-07,x\n")
        #expect(outcome.rejected.map(\.line) == [2, 4])
        #expect(outcome.rejected.map(\.value) == ["ba\nsel", "x"])
    }

    @Test(arguments: ["station", "allergen", "day", "value"])
    func `Latin-1 in a UTF-8 file is rejected with its row`(column: String) throws {
        let names = ["station", "allergen", "day", "value"]
        let good = ["basel", "birch", "2026-04-07", "1"]
        var bytes = Array((names.joined(separator: ",") + "\n").utf8)
        for (name, cell) in zip(names, good) {
            bytes += Array(cell.utf8) + (name == column ? [0xE8] : []) + [UInt8(ascii: ",")]
        }
        let outcome = try read(bytes)
        #expect(outcome.rejected.map(\.line) == [2])
        #expect(outcome.rejected.map(\.column) == [column])
        let reason = "holds bytes that are not utf-8; save the file as utf-8"
        #expect(outcome.rejected.map(\.rejection.reason) == [reason])
    }

    @Test func `a duplicate names the line that came first`() throws {
        let outcome = try read(
            """
            station,allergen,day,value
            basel,birch,2026-04-07,-1
            basel,birch,2026-04-07,1
            bern,birch,2026-04-07,1
            basel,Betula,2026-04-07,2
            basel,birch,2026-04-06,2
            """)
        let duplicate = RejectedRow(
            line: 5, column: "day", value: "2026-04-07", rejection: .duplicate(ofLine: 3))
        #expect(outcome.rejected.last == duplicate)
        #expect(outcome.rejected.count == 2)
        #expect(outcome.readings.count == 3)
    }

    @Test func `a broken forecast rejects its row`() throws {
        let outcome = try read("station,allergen,day,value,forecast\nbasel,birch,2026-04-07,1,-2\n")
        let expected = RejectedRow(line: 2, column: "forecast", value: "-2", rejection: .negative)
        #expect(outcome.rejected == [expected])
        #expect(outcome.readings == [])
    }

    @Test(arguments: [
        "2026-04-08T25:00:00Z", "2026-04-08T13:00:00", "2026-04-08", "2026-02-30T00:00:00Z", "noon",
    ])
    func `a time that is not RFC 3339 is rejected`(time: String) throws {
        let outcome = try read("station,allergen,time,value\nbasel,birch,\(time),1\n")
        let expected = RejectedRow(line: 2, column: "time", value: time, rejection: .impossibleTime)
        #expect(outcome.rejected == [expected])
    }

    @Test func `in a wide file a bad cell does not affect its neighbours`() throws {
        let outcome = try read(
            """
            nat_abbr;termin;kabetud0;kaalnud0;kabetud1;kacoryd0
            PBS;20200408000000;12,5;3;99;
            PBS;20200409120000;1;1;1;1
            PBS;20200408000000;8;9;1;
            """, as: "meteoswiss-daily")
        let reason = "not in the calendar as DD.MM.YYYY hh:mm or YYYYMMDDhhmmss"
        #expect(
            outcome.rejected == [
                .init(line: 2, column: "kabetud0", value: "12,5", rejection: .notANumber),
                .init(line: 3, column: "termin", value: "20200409120000", rejection: .unreadable(reason)),
                .init(line: 4, column: "kaalnud0", value: "9", rejection: .duplicate(ofLine: 2)),
            ])
        #expect(outcome.readings.map(\.value) == [3, 8])
        #expect(outcome.totals.tally.missing == 2)
    }

    @Test func `of many mistakes a limited number is shown, and all are counted`() throws {
        let text = "station,allergen,day,value\n" + String(repeating: "basel,birch,never,1\n", count: 10_500)
        let outcome = try read(text.utf8, batchSize: 20_000)
        #expect(outcome.rejected.count == 10_000 && outcome.totals.tally.rejectedCount == 10_500)
        #expect(outcome.rejected.last?.line == 10_001)
    }
}
