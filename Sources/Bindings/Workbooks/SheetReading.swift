/// Reads sheets, and counts what all of them have together.
struct SheetReading {
    private let texts: [String]
    private let styles: [NumberStyle]
    private let startsIn1904: Bool
    private var cells = 0
    private var characters = 0

    init(texts: [String], styles: [NumberStyle], startsIn1904: Bool) {
        (self.texts, self.styles, self.startsIn1904) = (texts, styles, startsIn1904)
    }

    /// A cell while it is read.
    private struct Cell {
        let kind: String
        let style: Int
        var value: String?
        var text: String?
        var hasFormula = false
    }

    mutating func sheet(_ name: String, _ bytes: [UInt8], named part: String) throws(WorkbookFailure)
        -> WorkbookSheet
    {
        var sheet = WorkbookSheet(name: name)
        var walk = try Self.walk(bytes, part)
        var (row, column) = (-1, -1)
        while let step = try Self.next(&walk, part) {
            switch step {
            case .begin("row"):
                row = walk.attribute("r").flatMap(Self.index) ?? row + 1
                column = -1
            case .begin("c"):
                let place = walk.attribute("r").flatMap(Self.place)
                (row, column) = place ?? (row, column + 1)
                let cell = try self.cell(&walk, part)
                try add(cell, row: row, column: column, to: &sheet)
            default: break
            }
        }
        return sheet
    }

    private static func walk(_ bytes: [UInt8], _ part: String) throws(WorkbookFailure) -> XMLWalk {
        do throws(XMLWalkFailure) { return try XMLWalk(bytes) } catch { throw .part(part) }
    }

    private static func next(_ walk: inout XMLWalk, _ part: String) throws(WorkbookFailure) -> XMLWalk.Step? {
        do throws(XMLWalkFailure) { return try walk.next() } catch { throw .part(part) }
    }

    private func cell(_ walk: inout XMLWalk, _ part: String) throws(WorkbookFailure) -> Cell {
        var cell = Cell(
            kind: walk.attribute("t") ?? "n", style: walk.attribute("s").flatMap { Int($0) } ?? 0)
        var isValue = false
        while let step = try Self.next(&walk, part), step != .end("c") {
            switch step {
            case .begin("v"): (isValue, cell.value) = (true, cell.value ?? "")
            case .end("v"): isValue = false
            case .begin("f"): cell.hasFormula = true
            case .begin("is"):
                do throws(XMLWalkFailure) {
                    cell.text = try SharedTexts.text(&walk, until: "is")
                } catch {
                    throw .part(part)
                }
            case .text(let piece): if isValue { cell.value = (cell.value ?? "") + piece }
            default: break
            }
        }
        return cell
    }

    private mutating func add(_ cell: Cell, row: Int, column: Int, to sheet: inout WorkbookSheet)
        throws(WorkbookFailure)
    {
        guard cell.value != nil || cell.text != nil || cell.hasFormula else { return }
        guard (0..<WorkbookLimits.rows).contains(row) else { throw .tooLarge("\(WorkbookLimits.rows) rows") }
        guard (0..<WorkbookLimits.columns).contains(column) else {
            throw .tooLarge("\(WorkbookLimits.columns) columns")
        }
        cells += 1
        guard cells <= WorkbookLimits.cells else { throw .tooLarge("\(WorkbookLimits.cells) cells") }
        let text: String
        switch content(of: cell) {
        case .success(let found): text = found
        case .failure(let reason):
            sheet.obstacles.append(.init(row: row, column: column, reason: reason.words))
            return
        }
        guard !text.isEmpty else { return }
        characters += text.utf8.count
        guard characters <= WorkbookLimits.characters else {
            throw .tooLarge("\(WorkbookLimits.characters) characters")
        }
        while sheet.rows.count <= row { sheet.rows.append([]) }
        while sheet.rows[row].count < column { sheet.rows[row].append("") }
        if sheet.rows[row].count == column {
            sheet.rows[row].append(text)
        } else {
            sheet.rows[row][column] = text
        }
    }

    private struct Reason: Error { let words: String }

    private func content(of cell: Cell) -> Result<String, Reason> {
        if let text = cell.text { return .success(text) }
        guard let value = cell.value else {
            return .failure(
                Reason(words: "the formula has no result yet; save the file in a spreadsheet program"))
        }
        switch cell.kind {
        case "s":
            guard let index = Int(value), texts.indices.contains(index) else {
                return .failure(Reason(words: "the text is missing"))
            }
            return .success(texts[index])
        case "b": return .success(value == "1" || value == "true" ? "TRUE" : "FALSE")
        case "e": return .failure(Reason(words: "the cell shows the mistake \(value)"))
        case "n":
            guard !value.isEmpty else { return .success("") }
            let style = styles.indices.contains(cell.style) ? styles[cell.style] : .plain
            guard let text = NumberWords.text(of: value, style, startsIn1904: startsIn1904) else {
                return .failure(Reason(words: "“\(value)” is no number that can be shown"))
            }
            return .success(text)
        // Results of formulas, and days in ISO 8601.
        default: return .success(SharedTexts.unescaped(value))
        }
    }

    /// Reads the number of a row, from 0; `nil` for what no program writes.
    private static func index(_ text: some StringProtocol) -> Int? {
        guard let row = Int(text), (1...(1 << 30)).contains(row) else { return nil }
        return row - 1
    }

    /// Reads an address such as `AB12`.
    private static func place(_ text: String) -> (row: Int, column: Int)? {
        let letters = text.utf8.prefix { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
        guard (1...3).contains(letters.count), let row = index(text.dropFirst(letters.count)) else {
            return nil
        }
        return (row, letters.reduce(0) { $0 * 26 + Int($1 - UInt8(ascii: "A")) + 1 } - 1)
    }
}
