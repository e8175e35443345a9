import Allergens
import Foundation
import Testing

@testable import Feeds

/// One row that is turned away, and what is said about it.
struct BrokenRow: Sendable {
    let row: String
    let column: String
    let value: String
    let rejection: ReadingRejection

    init(_ row: String, _ column: String, _ value: String, _ rejection: ReadingRejection) {
        self.row = row
        self.column = column
        self.value = value
        self.rejection = rejection
    }

    static let all: [BrokenRow] = [
        .init("vienna,birch,2026-04-07,1,", "station", "vienna", .unknownStation),
        .init(",birch,2026-04-07,1,", "station", "", .missing),
        .init("Basel !,birch,2026-04-07,1,", "station", "Basel !", .unknownStation),
        .init("basel,brich,2026-04-07,1,", "allergen", "brich", .unknownAllergen),
        .init("basel,,2026-04-07,1,", "allergen", "", .missing),
        .init("basel,cat,2026-04-07,1,", "allergen", "cat", .notMeasured(Allergen.ID(rawValue: "cat"))),
        .init("basel,birch,2020-02-30,1,", "day", "2020-02-30", .impossibleDate),
        .init("basel,birch,2026-4-7,1,", "day", "2026-4-7", .impossibleDate),
        .init("basel,birch,07.04.2026,1,", "day", "07.04.2026", .impossibleDate),
        .init("basel,birch,,1,", "day", "", .missing),
        .init("basel,birch,0001-01-01,1,", "day", "0001-01-01", .impossibleDate),
        .init(
            "basel,birch,2026-04-10,1,", "day", "2026-04-10",
            .fromTheFuture(today: CivilDate(daysSinceEpoch: 20_552))),
        .init("basel,birch,2026-04-07,-4,", "value", "-4", .negative),
        .init("basel,birch,2026-04-07,-999,", "value", "-999", .negative),
        .init("basel,birch,2026-04-07,NaN,", "value", "NaN", .notFinite),
        .init("basel,birch,2026-04-07,-inf,", "value", "-inf", .notFinite),
        .init("basel,birch,2026-04-07,1e999,", "value", "1e999", .notFinite),
        .init("basel,birch,2026-04-07,0x1F,", "value", "0x1F", .notANumber),
        .init("basel,birch,2026-04-07,many,", "value", "many", .notANumber),
        .init("basel,birch,2026-04-07,\"1,5\",", "value", "1,5", .notANumber),
        .init("basel,birch,2026-04-07,1 000,", "value", "1 000", .notANumber),
        .init("basel,birch,2026-04-07,.,", "value", ".", .notANumber),
        .init("basel,birch,2026-04-07,\"\"\"4\"\"\",", "value", "\"4\"", .notANumber),
        .init("basel,birch,2026-04-07,5\",", "value", "5\"", .notANumber),
        .init(
            "basel,birch,2026-04-07,50000,", "value", "50000", .aboveCeiling(40_000, .grainsPerCubicMetre)),
        .init("basel,birch,2026-04-07,1,furlongs", "unit", "furlongs", .unknownUnit),
        .init("basel,birch,2026-04-07,1,ug/m3", "unit", "ug/m3", .wrongUnit(expected: .grainsPerCubicMetre)),
        .init(
            "basel,birch,2026-04-07", "value", "",
            .unreadable("the row ends before this column: it has 3 of 5 cells")),
        .init(
            "basel,birch,2026-04-07,1,5,", "unit", "5", .unknownUnit),
        .init(
            "basel,birch,2026-04-07,1,,x", "cell 6", "x",
            .unreadable("the header has no column for this cell")),
        .init(
            "basel,birch,2026-04-07,\"1\"2,", "value", "\"1\"2",
            .unreadable("text stands behind the closing quote")),
        .init(
            "ba\0sel,birch,2026-04-07,1,", "station", "ba\0sel",
            .unreadable("holds a NUL byte, which no text does")),
        .init(
            "basel,birch,2026-04-07,1\0,", "value", "1\0", .unreadable("holds a NUL byte, which no text does")
        ),
    ]
}

@Suite struct BrokenRowsTests {
    @Test(arguments: BrokenRow.all)
    func `a broken row is turned away with its line, column, value and reason`(broken: BrokenRow) throws {
        let text =
            "station,allergen,day,value,unit\nbasel,ash,2026-04-06,1,\n\n\(broken.row)\nbasel,oak,2026-04-06,2,\n"
        let outcome = try read(text)
        let expected = RejectedRow(
            line: 4, column: broken.column, value: broken.value, rejection: broken.rejection)
        #expect(outcome.rejected == [expected])
        #expect(outcome.lines == [2, 5])
    }

    @Test func `a line break in quotes counts as a line`() throws {
        let outcome = try read(
            "station,allergen,day,value\n\"ba\nsel\",birch,2026-04-07,1\nbasel,birch,2026-04-07,x\n")
        #expect(outcome.rejected.map(\.line) == [2, 4])
        #expect(outcome.rejected.map(\.value) == ["ba\nsel", "x"])
    }

    @Test(arguments: ["station", "allergen", "day", "value"])
    func `Latin-1 in a file of UTF-8 is turned away with its row`(column: String) throws {
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

    @Test func `a broken forecast turns its row away`() throws {
        let outcome = try read("station,allergen,day,value,forecast\nbasel,birch,2026-04-07,1,-2\n")
        let expected = RejectedRow(line: 2, column: "forecast", value: "-2", rejection: .negative)
        #expect(outcome.rejected == [expected])
        #expect(outcome.readings == [])
    }

    @Test(arguments: [
        "2026-04-08T25:00:00Z", "2026-04-08T13:00:00", "2026-04-08", "2026-02-30T00:00:00Z", "noon",
    ])
    func `a time that is not RFC 3339 is turned away`(time: String) throws {
        let outcome = try read("station,allergen,time,value\nbasel,birch,\(time),1\n")
        let expected = RejectedRow(line: 2, column: "time", value: time, rejection: .impossibleTime)
        #expect(outcome.rejected == [expected])
    }

    @Test func `in a wide file a bad cell leaves its neighbours`() throws {
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
        #expect(outcome.totals.missing == 2)
    }
}
