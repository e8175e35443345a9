import Foundation
import SampleTesting
import Zipping

/// A workbook whose parts a test wrote itself.
struct HandmadeWorkbook {
    private static let schema = "http://schemas.openxmlformats.org"
    private static let links = "\(schema)/officeDocument/2006/relationships"

    var parts: [(name: String, content: String)]

    /// - Parameters:
    ///   - sheet: The rows of the only sheet.
    ///   - texts: The texts that cells share.
    ///   - head: What stands before the sheet's root.
    init(sheet: String, texts: String = "", head: String = "") {
        let main = "\(Self.schema)/spreadsheetml/2006/main"
        func relationship(_ id: Int, _ kind: String, _ target: String) -> String {
            "<Relationship Id=\"r\(id)\" Type=\"\(Self.links)/\(kind)\" Target=\"\(target)\"/>"
        }
        func relationships(_ content: String) -> String {
            "<Relationships xmlns=\"\(Self.schema)/package/2006/relationships\">\(content)</Relationships>"
        }
        parts = [
            ("_rels/.rels", relationships(relationship(1, "officeDocument", "xl/workbook.xml"))),
            (
                "xl/workbook.xml",
                "<workbook xmlns=\"\(main)\" xmlns:r=\"\(Self.links)\"><sheets>"
                    + "<sheet name=\"survey\" sheetId=\"1\" r:id=\"r1\"/></sheets></workbook>"
            ),
            (
                "xl/_rels/workbook.xml.rels",
                relationships(
                    relationship(1, "worksheet", "/xl/worksheets/sheet1.xml")
                        + relationship(2, "sharedStrings", "sharedStrings.xml"))
            ),
            ("xl/sharedStrings.xml", "<sst xmlns=\"\(main)\">\(texts)</sst>"),
            (
                "xl/worksheets/sheet1.xml",
                "\(head)<worksheet xmlns=\"\(main)\"><sheetData>\(sheet)</sheetData></worksheet>"
            ),
        ]
    }

    func bytes() throws -> [UInt8] {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "made.xlsx")
        let writer = try ZipWriter(to: file)
        for (index, part) in parts.enumerated() {
            try writer.add(try folder.file("part\(index)", holding: part.content), as: part.name)
        }
        try writer.close()
        return try [UInt8](Data(contentsOf: file))
    }
}
