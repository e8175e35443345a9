import Tables

/// The parts of a workbook that are the same whatever its cells hold.
enum WorkbookFrame {
    static let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    private static let head = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
    private static let packaging = "http://schemas.openxmlformats.org/package/2006"
    private static let relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    private static let types = "application/vnd.openxmlformats-officedocument.spreadsheetml"

    /// The paths of the parts with their texts.
    static func parts(_ sheets: [SheetPlan]) -> [(String, String)] {
        [
            ("[Content_Types].xml", contentTypes(sheets.count)), ("_rels/.rels", rootLinks),
            ("xl/workbook.xml", workbook(sheets)), ("xl/_rels/workbook.xml.rels", links(sheets.count)),
            ("xl/styles.xml", styles),
        ]
    }

    private static func contentTypes(_ count: Int) -> String {
        let sheets = (1...max(1, count)).map {
            "<Override PartName=\"/xl/worksheets/sheet\($0).xml\" ContentType=\"\(types).worksheet+xml\"/>"
        }
        return head + """
            <Types xmlns="\(packaging)/content-types">\
            <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
            <Default Extension="xml" ContentType="application/xml"/>\
            <Override PartName="/xl/workbook.xml" ContentType="\(types).sheet.main+xml"/>\
            <Override PartName="/xl/styles.xml" ContentType="\(types).styles+xml"/>\(sheets.joined())</Types>
            """
    }

    private static let rootLinks =
        head + """
            <Relationships xmlns="\(packaging)/relationships">\
            <Relationship Id="rId1" Type="\(relations)/officeDocument" Target="xl/workbook.xml"/></Relationships>
            """

    /// The sheets, and the area of each filter under the name that programs look for.
    private static func workbook(_ sheets: [SheetPlan]) -> String {
        let list = sheets.enumerated().map { index, sheet in
            "<sheet name=\"\(escaped(sheet.name))\" sheetId=\"\(index + 1)\" r:id=\"rId\(index + 1)\"/>"
        }
        let filters = sheets.enumerated().map { index, sheet in
            let last = CellText.letters(of: max(1, sheet.table.columns.count) - 1)
            let name = escaped(sheet.name.replacing("'", with: "''"))
            return """
                <definedName name="_xlnm._FilterDatabase" localSheetId="\(index)" hidden="1">\
                '\(name)'!$A$1:$\(last)$\(sheet.count + 1)</definedName>
                """
        }
        return head + """
            <workbook xmlns="\(main)" xmlns:r="\(relations)"><bookViews><workbookView/></bookViews>\
            <sheets>\(list.joined())</sheets><definedNames>\(filters.joined())</definedNames></workbook>
            """
    }

    private static func links(_ count: Int) -> String {
        let sheets = (1...max(1, count)).map {
            "<Relationship Id=\"rId\($0)\" Type=\"\(relations)/worksheet\" Target=\"worksheets/sheet\($0).xml\"/>"
        }
        return head + """
            <Relationships xmlns="\(packaging)/relationships">\(sheets.joined())\
            <Relationship Id="rIdStyles" Type="\(relations)/styles" Target="styles.xml"/></Relationships>
            """
    }

    /// Styles 0 for values, 1 for names of columns, in bold, and 2 for days, with a format that is not localised.
    private static let styles =
        head + """
            <styleSheet xmlns="\(main)"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts>\
            <fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>\
            <font><b/><sz val="11"/><name val="Calibri"/></font></fonts>\
            <fills count="2"><fill><patternFill patternType="none"/></fill>\
            <fill><patternFill patternType="gray125"/></fill></fills>\
            <borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>\
            <cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>\
            <cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>\
            <xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>\
            <xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>\
            <cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>
            """

    private static func escaped(_ text: String) -> String {
        var bytes: [UInt8] = []
        CellText.write(text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self).replacing("\"", with: "&quot;")
    }
}
