import Zipping

/// A sheet of a workbook as texts.
package struct WorkbookSheet: Hashable, Sendable {
    package let name: String
    /// The rows from the first one on, each with its cells from the first column on; empty cells are empty texts.
    package internal(set) var rows: [[String]] = []
    /// Cells that cannot be read.
    package internal(set) var obstacles: [Obstacle] = []

    /// A cell without a readable value.
    package struct Obstacle: Hashable, Sendable {
        /// From 0.
        package let row: Int
        /// From 0.
        package let column: Int
        package let reason: String
    }
}

/// A workbook of Office Open XML (ECMA-376), the format `.xlsx`.
///
/// Numbers are texts without exponent, booleans `TRUE` and `FALSE`, and days and times, which are numbers with a
/// format, are in ISO 8601. Of a formula, its result counts.
package struct Workbook: Sendable {
    package let sheets: [WorkbookSheet]

    /// Reads a workbook.
    ///
    /// - Throws: ``WorkbookFailure`` if it is none, or larger than ``WorkbookLimits``.
    package init(_ bytes: [UInt8]) throws(WorkbookFailure) {
        guard bytes.count <= WorkbookLimits.file else {
            throw .tooLarge("\(WorkbookLimits.file >> 20) megabytes")
        }
        guard bytes.starts(with: [0x50, 0x4B]) else { throw .otherFormat }
        var parts = try WorkbookParts(bytes)
        let main = try parts.mainPart()
        let outline = try WorkbookOutline(parts.read(main), named: main)
        guard outline.sheets.count <= WorkbookLimits.sheets else {
            throw .tooLarge("\(WorkbookLimits.sheets) sheets")
        }
        let links = try parts.links(of: main)
        var reading = SheetReading(
            texts: try parts.texts(links), styles: try parts.styles(links), startsIn1904: outline.startsIn1904
        )
        var sheets: [WorkbookSheet] = []
        for sheet in outline.sheets {
            guard let part = links.first(where: { $0.id == sheet.link }) else { throw .missing(sheet.name) }
            // Sheets of charts and dialogues have no cells.
            guard part.kind == "worksheet" else { continue }
            sheets.append(try reading.sheet(sheet.name, parts.read(part.target), named: part.target))
        }
        self.sheets = sheets
    }
}
