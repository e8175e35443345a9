import Foundation
import SampleTesting
import Testing

@testable import Workbooks

/// Workbooks that other programs wrote.
@Suite struct WorkbookTests {
    private func written(_ script: String) async throws -> Workbook {
        let bytes = try await Python.run(
            """
            import datetime, io, sys
            from openpyxl import Workbook
            book = Workbook()
            sheet = book.active
            \(script)
            out = io.BytesIO()
            book.save(out)
            sys.stdout.buffer.write(out.getvalue())
            """, input: Data())
        return try Workbook([UInt8](bytes))
    }

    @Test func `values of all types are the texts that people see`() async throws {
        let workbook = try await written(
            """
            sheet.title = "Größe & <Maß>"
            sheet.append(["text", 1, 2.5, True, False, -3, 1e20, 0.1])
            sheet.append([None, " spaces ", None, "é😀\\nline", "<&>", "1e5", 12345678901234])
            sheet.append([])
            sheet.append([datetime.date(2026, 5, 1), datetime.datetime(2026, 5, 1, 8, 30, 15), datetime.time(8, 30)])
            sheet["A6"] = 46143.5
            sheet["A6"].number_format = "dd.mm.yyyy hh:mm"
            sheet["B6"] = 46143
            sheet["B6"].number_format = "[$-407]d. mmmm yyyy;@"
            sheet["C6"] = 12
            sheet["C6"].number_format = '0.00 "days"'
            sheet["D6"] = 46143
            sheet["D6"].number_format = "mmm"
            sheet["AB7"] = "far"
            book.create_sheet("second").append(["x"])
            """)
        #expect(workbook.sheets.map(\.name) == ["Größe & <Maß>", "second"])
        let rows = workbook.sheets[0].rows
        #expect(rows[0] == ["text", "1", "2.5", "TRUE", "FALSE", "-3", "1e+20", "0.1"])
        #expect(rows[1] == ["", " spaces ", "", "é😀\nline", "<&>", "1e5", "12345678901234"])
        #expect(rows[2] == [] && rows[3] == ["2026-05-01", "2026-05-01T08:30:15", "08:30:00"])
        #expect(rows[5] == ["2026-05-01T12:00:00", "2026-05-01", "12", "2026-05-01"])
        #expect(rows[6].count == 28 && rows[6].last == "far")
        #expect(workbook.sheets.allSatisfy { $0.obstacles.isEmpty })
    }

    @Test func `days are counted from 1904 where the workbook says so, and 1900 has its extra day`()
        async throws
    {
        let workbook = try await written(
            """
            from openpyxl.utils.datetime import CALENDAR_MAC_1904
            book.epoch = CALENDAR_MAC_1904
            sheet["A1"] = datetime.date(2026, 5, 1)
            """)
        #expect(workbook.sheets[0].rows == [["2026-05-01"]])
        let early = ["1", "59", "61", "0.5", "2958465", "-1", "2958466"].map {
            NumberWords.text(of: $0, .day, startsIn1904: false)
        }
        #expect(early == ["1900-01-01", "1900-02-28", "1900-03-01", "12:00:00", "9999-12-31", nil, nil])
    }

    @Test func `a formula counts with its result, and is an obstacle without one`() async throws {
        let file = HandmadeWorkbook(
            sheet: """
                <row r="1"><c r="A1"><f>1+1</f><v>2</v></c><c r="B1" t="str"><f>A1&amp;"x"</f><v>2x</v></c>
                <c r="C1"><f>1+1</f></c><c r="D1" t="e"><f>1/0</f><v>#DIV/0!</v></c><c r="E1" t="s"><v>9</v></c></row>
                """)
        let sheet = try Workbook(file.bytes()).sheets[0]
        #expect(sheet.rows == [["2", "2x"]])
        #expect(sheet.obstacles.map(\.column) == [2, 3, 4])
        #expect(sheet.obstacles.map(\.reason).contains("the cell shows the mistake #DIV/0!"))
    }

    @Test func `texts in cells, shared texts with formats and cells without addresses are read`() throws {
        let file = HandmadeWorkbook(
            sheet: """
                <row><c t="inlineStr"><is><t>one</t></is></c><c/><c t="s"><v>0</v></c></row>
                <row r="3"><c r="B3" t="inlineStr"><is><r><t>a</t></r><r><t xml:space="preserve"> b</t></r></is></c></row>
                <row><c t="b"><v>1</v></c><c t="d"><v>2026-05-01</v></c></row>
                """,
            texts: """
                <si><r><rPr><b/></rPr><t>bold</t></r><r><t>_x000a_line</t></r><rPh sb="0" eb="1"><t>no</t></rPh></si>
                """)
        let rows = try Workbook(file.bytes()).sheets[0].rows
        #expect(rows == [["one", "", "bold\nline"], [], ["", "a b"], ["TRUE", "2026-05-01"]])
    }
}
