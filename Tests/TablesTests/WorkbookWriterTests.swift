import Allergens
import Foundation
import SampleTesting
import SeededTesting
import Tables
import Testing
import Zipping

@testable import Workbooks

/// Workbooks that are written, as others and we ourselves read them.
@Suite struct WorkbookWriterTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private struct Obstacle: Error, Equatable {}

    private static let columns = [
        TableColumn("text", .text), TableColumn("whole", .whole), TableColumn("number", .number),
        TableColumn("day", .day),
    ]

    private func sheets(_ tables: [Table], rows: Int = WorkbookWriter.rows) throws -> [WorkbookSheet] {
        let file = folder.url.appending(path: "\(UUID()).xlsx")
        try WorkbookWriter.write(tables, to: file, rows: rows)
        return try Workbook([UInt8](Data(contentsOf: file))).sheets
    }

    @Test func `openpyxl finds the values, their types and the looks`() async throws {
        let day = try #require(CivilDate("2026-05-01"))
        let rows: [[TableCell]] = [
            [.text("=HYPERLINK(\"x\")"), .whole(-3), .number(0.1), .day(day)],
            [.text(" <é😀>\n&_x0041_\u{b}"), .empty, .number(.nan), .empty],
            [
                .text("\u{FFFF}\u{FFFD}"), .whole(.max), .number(1e300),
                .day(CivilDate(daysSinceEpoch: -30_000)),
            ],
        ]
        let file = folder.url.appending(path: "a.xlsx")
        try WorkbookWriter.write([Table("Größe/1", Self.columns, rows)], to: file)
        let script = """
            import sys, openpyxl, datetime
            book = openpyxl.load_workbook(sys.argv[1])
            sheet = book.worksheets[0]
            assert sheet.title == "Größe_1", sheet.title
            assert sheet.freeze_panes == "A2" and sheet.auto_filter.ref == "A1:D4", sheet.auto_filter.ref
            assert all(cell.font.b for cell in sheet[1]) and not sheet["A2"].font.b
            rows = [list(row) for row in sheet.iter_rows(min_row=2)]
            values = [[cell.value for cell in row] for row in rows]
            assert values[0] == ['=HYPERLINK("x")', -3, 0.1, datetime.datetime(2026, 5, 1)], values[0]
            assert rows[0][0].data_type in ("s", "inlineStr"), rows[0][0].data_type
            assert rows[0][3].number_format.replace("\\\\", "") == "yyyy-mm-dd", rows[0][3].number_format
            assert values[1][1:] == [None, None, None], values[1]
            assert values[2] == ["_xFFFF_\\ufffd", "9223372036854775807", 1e300, "1887-11-12"], values[2]
            """
        _ = try await Python.run(script, [file.path(percentEncoded: false)], input: Data())
        let own = try Workbook([UInt8](Data(contentsOf: file))).sheets[0].rows
        #expect(own[0] == ["text", "whole", "number", "day"])
        #expect(own[1] == ["=HYPERLINK(\"x\")", "-3", "0.1", "2026-05-01"])
        #expect(own[2][0] == " <é😀>\n&_x0041_\u{b}")
    }

    @Test func `a table that is longer than a sheet continues on a further one with a number`() throws {
        let rows = (0..<7).map { [TableCell.whole($0)] }
        let column = [TableColumn("n", .whole)]
        let long = String(repeating: "x", count: 40)
        let sheets = try sheets(
            [Table("data", column, rows), Table(long, column, rows), Table("Data", column, [])], rows: 3)
        let cut = String(repeating: "x", count: 27)
        #expect(
            sheets.map(\.name) == [
                "data", "data (2)", "data (3)", cut + "xxxx", cut + " (2)", cut + " (3)", "Data (4)",
            ])
        #expect(sheets[2].rows == [["n"], ["6"]] && sheets[6].rows == [["n"]])
        #expect(sheets[0...2].flatMap { $0.rows.dropFirst() } == (0..<7).map { ["\($0)"] })
    }

    @Test func `a hundred thousand rows need no more of the stack than one`() async throws {
        let (file, count) = (folder.url.appending(path: "long.xlsx"), 100_000)
        let table = Table("long", [TableColumn("n", .whole)], count: count) {
            var number = 0
            return { row in
                number += 1
                row[0] = .whole(number)
                return number <= count
            }
        }
        try WorkbookWriter.write([table], to: file)
        let script = """
            import sys, zipfile
            sheet = zipfile.ZipFile(sys.argv[1]).read("xl/worksheets/sheet1.xml")
            assert sheet.count(b"<row>") == 100001 and b"<v>100000</v>" in sheet
            """
        _ = try await Python.run(script, [file.path(percentEncoded: false)], input: Data())
    }

    @Test func `numbers of all sizes come back as they were`() throws {
        var generator = SeededGenerator(seed: 4)
        let numbers = (0..<500).map { index in
            index.isMultiple(of: 2)
                ? Double(bitPattern: generator.next())
                : (Double.random(in: -1e4...1e4, using: &generator) * 10).rounded() / 10
        }.filter(\.isFinite)
        let sheet = try sheets([Table("n", [TableColumn("n", .number)], numbers.map { [.number($0)] })])[0]
        #expect(sheet.rows.dropFirst().map { Double($0[0]) } == numbers)
    }

    @Test func `what a sheet cannot hold is refused by its place, and leaves no file`() throws {
        let text = String(repeating: "é", count: WorkbookWriter.characters)
        let column = [TableColumn("t", .text)]
        #expect(try sheets([Table("a", column, [[.text(text)]])])[0].rows[1] == [text])
        let failure = TableFailure.tooLong(table: "a", row: 2, column: "t", atMost: 32_767)
        #expect(throws: failure) {
            try sheets([Table("a", column, [[.text(text)], [.text(text + "é")]])])
        }
        let wide = Table("w", (0...16_384).map { TableColumn("c\($0)", .whole) }, [])
        #expect(throws: TableFailure.tooManyColumns(table: "w", atMost: 16_384)) { try sheets([wide]) }
        for (announced, given) in [(2, 1), (1, 2)] {
            let table = Table("b", column, count: announced) {
                var left = given
                return { _ in
                    left -= 1
                    return left >= 0
                }
            }
            let changed = TableFailure.otherCount(table: "b", announced: announced)
            #expect(throws: changed) { try sheets([table]) }
        }
        #expect(throws: Obstacle()) {
            try sheets([Table("c", column, count: 1) { { _ in throw Obstacle() } }])
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).count == 1)
    }

    @Test func `rows are made no longer once the file cannot be written`() throws {
        let file = folder.url.appending(path: "taken.xlsx")
        try Data("somebody's".utf8).write(to: file)
        var made = 0
        let table = Table("a", [TableColumn("n", .whole)], count: 1_000_000) {
            { row in
                made += 1
                row[0] = .whole(made)
                return made <= 1_000_000
            }
        }
        #expect(throws: ZipFailure.self) { try WorkbookWriter.write([table], to: file) }
        #expect(made < 100_000)
        #expect(try Data(contentsOf: file) == Data("somebody's".utf8))
    }

    @Test func `the file has no fields for more than four gigabytes, which Excel would repair`() throws {
        let file = folder.url.appending(path: "z.xlsx")
        try WorkbookWriter.write([Table("a", [TableColumn("n", .whole)], [[.whole(1)]])], to: file)
        let bytes = [UInt8](try Data(contentsOf: file))
        // Version 2.0 of the format is enough for each local header (APPNOTE.TXT, section 4.4.3).
        let heads = bytes.indices.filter { bytes[$0...].starts(with: [0x50, 0x4B, 3, 4]) }
        #expect(heads.count == 6 && heads.allSatisfy { bytes[$0 + 4] <= 20 })
    }
}
