import Forms
package import Tables

extension StudyDictionary {
    /// Where the values of the air come from.
    private static let source = "the nearest station within 50 km that has a value"

    /// All of it as a table: a row for each question and for each column of the air.
    package var table: Table {
        let names = [
            "part", "form", "name", "groups", "type", "unit", "choices", "required", "relevant", "constraint",
            "calculation", "versions", "source",
        ]
        let labels = ColumnWords.languages + languages.filter { !ColumnWords.languages.contains($0) }
        let columns = names + labels.map { "label_\(String($0.map { $0 == "-" ? "_" : $0 }))" }
        let rows = variables.map { row(of: $0, labels) } + columnsOfAir.map { row(of: $0, labels) }
        return Table("Dictionary", columns.map { TableColumn($0, .text) }, rows)
    }

    private func row(of variable: Variable, _ languages: [String]) -> [TableCell] {
        let groups = variable.groups.isEmpty ? nil : variable.groups.joined(separator: "/")
        let versions = variable.versions.map(String.init).joined(separator: "; ")
        let texts: [String?] = [
            "form", variable.form, variable.name, groups, variable.type.rawValue, nil, choices(of: variable),
            variable.required, variable.relevant, variable.constraint, variable.calculation, versions, nil,
        ]
        return (texts + languages.map { variable.label[$0] }).map { TableCell($0) }
    }

    private func row(of column: StudyColumn, _ languages: [String]) -> [TableCell] {
        let before: [TableCell] = [
            .text("air"), .empty, .text(column.column.name), .empty, .text(column.column.kind.word),
            TableCell(column.unit),
        ]
        let none: [TableCell] = Array(repeating: .empty, count: 6)
        return before + none + [.text(Self.source)] + languages.map { TableCell(column.label[$0]) }
    }

    /// `0=none; 1=mild`, or the numbers of a range.
    private func choices(of variable: Variable) -> String? {
        if let range = variable.range { return "\(range.start) to \(range.end) by \(range.step)" }
        return variable.choices?.map { choice in
            let label = languages.lazy.compactMap { choice.label[$0] }.first ?? ""
            return "\(choice.name)=\(label)"
        }.joined(separator: "; ")
    }
}
