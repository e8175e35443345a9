/// Reads the sheet “choices”.
struct ChoicesReading {
    private(set) var lists: [String: [FormChoice]] = [:]
    private(set) var mistakes: [FormMistake] = []
    private let sheet: HeadedSheet?
    /// The rows of each list's choices.
    private var rows: [String: [Int]] = [:]

    init(_ sheet: HeadedSheet?, _ languages: FormLanguages) {
        self.sheet = sheet
        guard let sheet, !sheet.rows.isEmpty else { return }
        for column in [FormColumn.list, .name, .label] where sheet.headings(of: column).isEmpty {
            let heading = column == .list ? "list_name" : column.rawValue
            mistakes.append(
                FormMistake(
                    .missingColumn, at: sheet.place(nil, row: nil), "the column “\(heading)” is missing"))
        }
        guard mistakes.isEmpty else { return }
        for row in sheet.rows {
            let list = sheet.cell(.list, row)
            guard !list.isEmpty else {
                let place = sheet.place(.list, row: row.number)
                mistakes.append(FormMistake(.listWithoutName, at: place, "the name of the list is missing"))
                continue
            }
            let label = languages.wording(.label, row, of: sheet) ?? [:]
            lists[list, default: []].append(FormChoice(name: sheet.cell(.name, row), label: label))
            rows[list, default: []].append(row.number)
        }
    }

    func place(of fault: FormFault) -> FormMistake.Place? {
        guard let choice = fault.choice, let row = rows[choice.list]?[choice.index] else { return nil }
        return sheet?.place(fault.field == .label ? .label : .name, row: row)
    }
}
