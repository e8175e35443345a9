/// Reads the sheet “survey”, row by row.
struct SurveyReading {
    private let sheet: HeadedSheet
    private let languages: FormLanguages
    private(set) var mistakes: [FormMistake] = []
    /// The rows of the items, in the order in which they are asked.
    private var rows: [Int] = []
    /// The items at the top, and of each group that is open.
    private var levels: [[FormItem]] = [[]]
    /// The groups that are open, with their rows.
    private var open: [(item: FormItem, row: Int)] = []

    init(_ sheet: HeadedSheet, _ languages: FormLanguages) {
        (self.sheet, self.languages) = (sheet, languages)
        guard !sheet.headings(of: .type).isEmpty else {
            mistakes.append(
                FormMistake(.missingColumn, at: sheet.place(nil, row: nil), "the column “type” is missing"))
            return
        }
        for row in sheet.rows { read(row) }
        while let (item, row) = open.last {
            note(.unclosedGroup, .type, row, "“\(item.name)” begins here, and no row ends it")
            close()
        }
    }

    var items: [FormItem] { levels.first ?? [] }

    /// Where a fault is, if it is one of an item.
    func place(of fault: FormFault) -> FormMistake.Place? {
        guard let element = fault.element, element < rows.count else { return nil }
        return sheet.place(Self.columns[fault.field], row: rows[element])
    }

    private static let columns: [FormField: FormColumn] = [
        .kind: .type, .name: .name, .label: .label, .hint: .hint, .required: .required,
        .requiredMessage: .requiredMessage, .relevant: .relevant, .constraint: .constraint,
        .constraintMessage: .constraintMessage, .calculation: .calculation, .default: .default,
        .initial: .default,
        .readOnly: .readOnly, .appearance: .appearance, .choices: .type, .range: .parameters, .count: .count,
        .items: .type,
    ]

    private mutating func note(_ kind: FormMistake.Kind, _ column: FormColumn?, _ row: Int, _ reason: String)
    {
        mistakes.append(FormMistake(kind, at: sheet.place(column, row: row), reason))
    }

    private mutating func read(_ row: HeadedSheet.Row) {
        let type = sheet.cell(.type, row)
        guard !type.isEmpty else {
            note(.rowWithoutType, .type, row.number, "the type is missing")
            return
        }
        switch TypeWord(type) {
        case .question(let kind): add(item(kind, row), row)
        case .select(let kind, let list):
            var item = item(kind, row)
            item.choices = list
            add(item, row)
        case .begin(let kind):
            rows.append(row.number)
            open.append((item(kind, row), row.number))
            levels.append([])
        case .end(let kind): end(kind, row)
        case .orOther(let list):
            let reason =
                "“or_other” is not supported: add a choice “other” to the list “\(list)”, and a question"
                + " of the type “text”"
            refuse(.orOther, reason, row)
        case .unsupported(let reason): refuse(.unsupportedType, reason, row)
        case .unknown: refuse(.unknownType, "the type “\(type)” is not known", row)
        }
    }

    private mutating func add(_ item: FormItem, _ row: HeadedSheet.Row) {
        rows.append(row.number)
        levels[levels.count - 1].append(item)
    }

    /// Notes why a row is refused; a question takes its place, so that others may name it.
    private mutating func refuse(_ kind: FormMistake.Kind, _ reason: String, _ row: HeadedSheet.Row) {
        note(kind, .type, row.number, reason)
        let name = sheet.cell(.name, row)
        var item = FormItem(.text, FormCheck.isName(name) ? name : "row_\(row.number)")
        item.label = languages.all.first.map { [$0.code: name.isEmpty ? item.name : name] }
        add(item, row)
    }

    private mutating func end(_ kind: FormKind, _ row: HeadedSheet.Row) {
        // Many repeat the name there, and the label.
        for heading in sheet.headings
        where ![.type, .name, .label].contains(heading.column) && !row[heading].isEmpty {
            note(.unusedField, heading.column, row.number, "this has no meaning where something ends")
        }
        guard let last = open.last, last.item.kind == kind else {
            let reason = open.last.map { "“\($0.item.name)”, which began in row \($0.row), has to end first" }
            note(.unopenedGroup, .type, row.number, reason ?? "nothing began that could end here")
            return
        }
        close()
    }

    private mutating func close() {
        guard var (item, _) = open.popLast() else { return }
        item.items = levels.popLast()
        levels[levels.count - 1].append(item)
    }

    private mutating func item(_ kind: FormKind, _ row: HeadedSheet.Row) -> FormItem {
        let text = { [sheet] (column: FormColumn) in sheet.cell(column, row) }
        var item = FormItem(kind, text(.name))
        // Nobody names the answer to a note.
        if kind == .note, item.name.isEmpty { item.name = "generated_note_name_\(row.number)" }
        item.label = languages.wording(.label, row, of: sheet)
        item.hint = languages.wording(.hint, row, of: sheet)
        item.requiredMessage = languages.wording(.requiredMessage, row, of: sheet)
        item.constraintMessage = languages.wording(.constraintMessage, row, of: sheet)
        item.relevant = expression(text(.relevant))
        item.constraint = expression(text(.constraint))
        item.calculation = expression(text(.calculation))
        item.count = text(.count).isEmpty ? nil : text(.count)
        item.required = expression(text(.required)).flatMap { $0 == "false()" ? nil : $0 }
        item.readOnly = flag(.readOnly, row)
        let looks = text(.appearance).words(joinedBy: " ").split(separator: " ").map(String.init)
        item.appearance = looks.isEmpty ? nil : looks
        (item.default, item.initial) = DefaultCell.read(text(.default), kind)
        readRange(&item, row)
        return item
    }

    /// The words for yes and no that spreadsheets and people write for conditions.
    private func expression(_ text: String) -> String? {
        switch text.lowercased() {
        case "": nil
        case "yes", "true", "true()": "true()"
        case "no", "false", "false()": "false()"
        default: text
        }
    }

    private mutating func flag(_ column: FormColumn, _ row: HeadedSheet.Row) -> Bool? {
        switch expression(sheet.cell(column, row)) {
        case nil, "false()": return nil
        case "true()": return true
        default:
            note(.brokenFlag, column, row.number, "this has to be “yes” or “no”")
            return nil
        }
    }

    private mutating func readRange(_ item: inout FormItem, _ row: HeadedSheet.Row) {
        let text = sheet.cell(.parameters, row)
        guard item.kind == .range else {
            if !text.isEmpty {
                note(.unusedField, .parameters, row.number, "only the type “range” has parameters")
            }
            return
        }
        var numbers = ["start": 1.0, "end": 10.0, "step": 1.0]
        let pairs = text.split(separator: "=", omittingEmptySubsequences: false).map(\.trimmed).joined(
            separator: "=")
        for pair in pairs.split(whereSeparator: { $0.isWhitespace || $0 == "," || $0 == ";" }) {
            let halves = pair.split(separator: "=", omittingEmptySubsequences: false).map { $0.lowercased() }
            guard halves.count == 2, numbers[halves[0]] != nil, !DecimalText.number(halves[1]).isNaN else {
                note(
                    .brokenRange, .parameters, row.number,
                    "“\(pair)” is not understood; a range has start=1 end=10 step=1")
                continue
            }
            numbers[halves[0]] = DecimalText.number(halves[1])
        }
        item.range = FormRange(
            start: numbers["start"] ?? 0, end: numbers["end"] ?? 0, step: numbers["step"] ?? 0)
    }
}

/// The column “default” holds an answer, or an expression.
enum DefaultCell {
    /// The answer or the expression of a cell.
    static func read(_ text: String, _ kind: FormKind) -> (answer: String?, expression: String?) {
        guard !text.isEmpty else { return (nil, nil) }
        return isExpression(text, kind) ? (nil, text) : (text, nil)
    }

    /// A text is taken as it stands unless it names a question or consists of one call.
    private static func isExpression(_ text: String, _ kind: FormKind) -> Bool {
        if text.contains("${") { return true }
        if kind.answer(from: text) == nil, ["(", "+", "*", " - ", " div "].contains(where: text.contains) {
            return true
        }
        guard text.hasSuffix(")"), let open = text.firstIndex(of: "(") else { return false }
        let name = text[..<open]
        return FormFunction(rawValue: String(name)) != nil
    }
}
