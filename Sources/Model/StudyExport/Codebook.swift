import Forms
package import Tables

extension StudyExport {
    /// The columns of each table.
    package var columns: [(table: String, columns: [StudyColumn])] {
        [
            ("Responses Summary", summaryColumns),
            ("Pollen Count Data", StudyColumn.leading + StudyColumn.air(measures(.pollen), lags: plan.lags)),
            (
                "Air Quality Data",
                StudyColumn.leading + StudyColumn.air(measures(.pollutant), lags: plan.lags)
            ),
            ("Reported Symptoms", symptomColumns), ("Participation", StudyColumn.participation),
        ]
    }

    /// The languages of the labels: ours, and those of the form.
    var languages: [String] {
        let own = ColumnWords.languages
        var others: [String] = []
        for code in plan.forms.flatMap(\.languages).map(\.code) where !(own + others).contains(code) {
            others.append(code)
        }
        return own + others
    }

    /// What each column of each table means.
    package var codebook: Table {
        let names = ["table", "name", "type", "unit", "choices", "missing", "form", "form_versions"]
        let labels = languages.map { "label_\(String($0.map { $0 == "-" ? "_" : $0 }))" }
        let rows = columns.flatMap { table, columns in
            columns.map { column -> [TableCell] in
                [
                    .text(table), .text(column.column.name), .text(column.column.kind.word),
                    TableCell(column.unit), choices(of: column),
                    // What is not there needs no code: the cell is empty.
                    .text("empty"), TableCell(column.form),
                    column.versions.isEmpty ? .empty : .text(column.versions.joined(separator: "; ")),
                ] + languages.map { TableCell(column.label[$0]) }
            }
        }
        return Table("Codebook", (names + labels).map { TableColumn($0, .text) }, rows)
    }

    /// `0=none; 1=mild`, in the first language of the form.
    private func choices(of column: StudyColumn) -> TableCell {
        guard !column.choices.isEmpty else { return .empty }
        let list = column.choices.map { "\($0.name)=\(word($0.label))" }.joined(separator: "; ")
        // A list of thousands of choices is longer than a cell; all of them are in the form.
        return .text(
            list.utf16.count <= Self.longestList ? list : String(list.prefix(Self.longestList / 2)) + " …")
    }

    /// Characters of a cell of a spreadsheet.
    private static let longestList = 32_767

    /// Words in the first language of the form, or in English, or in any.
    func word(_ wording: FormWording) -> String {
        let codes = plan.forms.flatMap(\.languages).map(\.code) + ["en"]
        return codes.lazy.compactMap { wording[$0] }.first ?? wording.min { $0.key < $1.key }?.value ?? ""
    }
}

extension TableColumn.Kind {
    var word: String {
        switch self {
        case .text: "text"
        case .whole: "integer"
        case .number: "decimal"
        case .day: "date"
        }
    }
}

/// *Participation*: how many participants had which status in which week.
enum ParticipationTable {
    /// What is written where a count would tell of a smaller one.
    static let withheld = "withheld"

    /// The table, without counts of people under `k`, and below it how many answers leave and how many do not, and how
    /// many people agreed to each optional point.
    ///
    /// Where one status of a week alone is hidden, it could be told from a total; the smallest other count goes with
    /// it.
    static func table(
        _ participation: [WeeklyStatus], exported: Int, leftOut: Int,
        agreed: [(name: String, count: String)], _ policy: AnonymityPolicy
    ) -> Table {
        let weeks = Dictionary(grouping: participation, by: \.week).sorted { $0.key < $1.key }
        let rows = weeks.flatMap { week, entries -> [[TableCell]] in
            let entries = entries.sorted { $0.status < $1.status }
            var shown = entries.map { policy.shown($0.count) }
            let hidden = entries.filter { (1..<policy.k).contains($0.count) }.count
            let others = entries.indices.filter { entries[$0].count >= policy.k }
            if hidden == 1, let next = others.min(by: { entries[$0].count < entries[$1].count }) {
                shown[next] = withheld
            }
            return zip(entries, shown).map { [.day(week), .text($0.status), .text($1)] }
        }
        let responses = [("responses exported", exported), ("responses left out", leftOut)]
        let totals = responses.map { ($0.0, policy.shown($0.1)) } + agreed
        return Table(
            "Participation", StudyColumn.participation.map(\.column),
            rows + totals.map { [.empty, .text($0.0), .text($0.1)] })
    }
}
