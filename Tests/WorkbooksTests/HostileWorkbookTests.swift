import SampleTesting
import SeededTesting
import Testing

@testable import Workbooks

/// Workbooks that are no workbooks, are damaged, or mean harm.
@Suite struct HostileWorkbookTests {
    private func failure(_ bytes: [UInt8]) -> WorkbookFailure? {
        do throws(WorkbookFailure) {
            _ = try Workbook(bytes)
            return nil
        } catch {
            return error
        }
    }

    private let row = "<row r=\"1\"><c r=\"A1\" t=\"inlineStr\"><is><t>type</t></is></c></row>"

    @Test func `other files are refused with what to do`() throws {
        #expect(failure([]) == .otherFormat)
        #expect(failure(Array("type,name,label\ntext,a,A".utf8)) == .otherFormat)
        // The old format of Excel, which files with a password have, too.
        #expect(failure([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]) == .otherFormat)
        var document = HandmadeWorkbook(sheet: row)
        document.parts.removeFirst()
        #expect(try failure(document.bytes()) == .otherFormat)
        #expect(failure(Array(repeating: 0x50, count: WorkbookLimits.file + 1)) == .tooLarge("5 megabytes"))
    }

    @Test func `a zip bomb is refused before it is unpacked`() throws {
        let bomb = HandmadeWorkbook(
            sheet: row, texts: "<si><t>\(String(repeating: "a", count: 34 << 20))</t></si>")
        let bytes = try bomb.bytes()
        #expect(bytes.count < 100_000)
        #expect(failure(bytes) == .tooLarge("32 megabytes when unpacked"))
    }

    @Test func `a long text that thousands of cells share is refused`() throws {
        let cells = (1...2_000).map { "<row r=\"\($0)\"><c r=\"A\($0)\" t=\"s\"><v>0</v></c></row>" }.joined()
        let bomb = HandmadeWorkbook(
            sheet: cells, texts: "<si><t>\(String(repeating: "a", count: 32_000))</t></si>")
        #expect(try failure(bomb.bytes()) == .tooLarge("8000000 characters"))
    }

    @Test func `entities and document types are refused`() throws {
        let bomb = """
            <!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>
            """
        let cell = "<row r=\"1\"><c r=\"A1\" t=\"str\"><v>&b;</v></c></row>"
        let part = WorkbookFailure.part("xl/worksheets/sheet1.xml")
        #expect(try failure(HandmadeWorkbook(sheet: cell, head: bomb).bytes()) == part)
        let outside = "<!DOCTYPE x [<!ENTITY b SYSTEM \"file:///etc/passwd\">]>"
        #expect(try failure(HandmadeWorkbook(sheet: cell, head: outside).bytes()) == part)
        #expect(try failure(HandmadeWorkbook(sheet: cell).bytes()) == part)
        #expect(try failure(HandmadeWorkbook(sheet: "<row><c>").bytes()) == part)
    }

    @Test func `cells far away are refused, and those that are nowhere do no harm`() throws {
        func sheet(_ address: String) -> HandmadeWorkbook {
            HandmadeWorkbook(sheet: "<row r=\"1\"><c r=\"\(address)\"><v>1</v></c></row>")
        }
        #expect(try failure(sheet("A1048576").bytes()) == .tooLarge("6000 rows"))
        #expect(try failure(sheet("XFD1").bytes()) == .tooLarge("200 columns"))
        #expect(try failure(sheet("A99999999999999999999").bytes()) == nil)
        let row = "<row r=\"-9223372036854775808\"><c><v>1</v></c></row><row><c><v>1</v></c></row>"
        #expect(try failure(HandmadeWorkbook(sheet: row).bytes()) != .otherFormat)
    }

    @Test func `a part that is missing is named`() throws {
        var workbook = HandmadeWorkbook(sheet: row)
        workbook.parts.removeLast()
        #expect(try failure(workbook.bytes()) == .missing("xl/worksheets/sheet1.xml"))
    }

    @Test func `damaged workbooks are read or refused, and never end the program`() throws {
        let workbook = HandmadeWorkbook(sheet: row + row, texts: "<si><t>a</t></si>")
        let bytes = try workbook.bytes()
        var (damage, generator) = (Mutation(using: SeededGenerator(seed: 11)), SeededGenerator(seed: 12))
        for _ in 0..<300 { _ = failure(damage.damage(bytes)) }
        // The same within the parts, where the checksum does not notice.
        for _ in 0..<100 {
            var damaged = workbook
            let part = damaged.parts.indices.randomElement(using: &generator) ?? 0
            let content = damage.damage(Array(damaged.parts[part].content.utf8))
            damaged.parts[part].content = String(decoding: content, as: UTF8.self)
            _ = try failure(damaged.bytes())
        }
    }
}
