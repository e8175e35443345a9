package import Forms
package import Tables

/// A column of an export, with all that the codebook says of it.
package struct StudyColumn: Hashable, Sendable {
    package let column: TableColumn
    package let label: FormWording
    package var unit: String?
    /// What its values mean, for answers that are chosen.
    package var choices: [FormChoice] = []
    /// What the study calls the form that asks it; `nil` for what is in no form.
    package var form: String?
    /// The versions of the form that ask it; empty for what is in no form.
    package var versions: [String] = []

    init(_ name: String, _ kind: TableColumn.Kind, _ label: FormWording) {
        (column, self.label) = (TableColumn(name, kind), label)
    }

    /// A column that every study has.
    static func fixed(_ name: String, _ kind: TableColumn.Kind) -> StudyColumn {
        StudyColumn(name, kind, ColumnWords.label(name))
    }

    /// The columns with which each table about responses begins.
    static let leading = [fixed("response", .whole), fixed("pseudonym", .text), fixed("day", .day)]

    /// The columns that say which form was answered.
    static let formed = [fixed("form", .text), fixed("form_version", .text)]

    /// The column that says for which window of the day.
    static let window = fixed("window", .whole)

    /// The columns that say where it was answered.
    static let placed = [
        fixed("area", .text), fixed("latitude", .number), fixed("longitude", .number), fixed("region", .text),
    ]

    static let participation = [fixed("week", .day), fixed("status", .text), fixed("count", .text)]

    /// The columns of a measure without those of the days before.
    static let airWidth = 7

    /// The columns of measures, with those of the days before.
    static func air(_ measures: [StudyMeasure], lags: Int) -> [StudyColumn] {
        measures.flatMap { measure -> [StudyColumn] in
            let (name, label) = (measure.name, measure.label)
            var value = StudyColumn(name, .number, label)
            value.unit = measure.unit
            let parts: [(String, TableColumn.Kind, String?)] = [
                ("_hour", .number, measure.unit), ("_station", .text, nil), ("_km", .number, "km"),
                ("_hours", .number, "h"),
                ("_basis", .text, nil), ("_unknown", .whole, nil),
            ]
            let beside = parts.map { part, kind, unit in
                var column = StudyColumn(name + part, kind, ColumnWords.label(part, of: label))
                column.unit = unit
                return column
            }
            let earlier = (1..<(lags + 1)).map { lag in
                var column = StudyColumn(
                    "\(name)_lag\(lag)", .number, ColumnWords.label("_lag", of: label, lag: lag))
                column.unit = measure.unit
                return column
            }
            return [value] + beside + earlier
        }
    }
}

/// Names that spreadsheets, SPSS and R take as they are.
struct ColumnNames {
    /// Words that SPSS keeps for itself (Command Syntax Reference, “Variable names”), and those of R (R Language
    /// Definition, 10.3.3), whatever their case.
    private static let reserved: Set = [
        "all", "and", "by", "eq", "ge", "gt", "le", "lt", "ne", "not", "or", "to", "with",
        "break", "else", "false", "for", "function", "if", "in", "inf", "na", "nan", "next", "null", "repeat",
        "true", "while",
    ]
    /// Bytes of a name in SPSS.
    private static let length = 64

    private var taken: Set<String>

    init(taken: [String]) { self.taken = Set(taken.map { $0.lowercased() }) }

    /// A name from ASCII letters, digits and `_` that no other column has, whatever its case.
    mutating func name(_ wanted: String) -> String {
        var name = String(wanted.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
        while name.hasSuffix("_") { name.removeLast() }
        if name.first?.isLetter != true || Self.reserved.contains(name.lowercased()) { name = "q_" + name }
        name = String(name.prefix(Self.length - 6))
        while name.hasSuffix("_") { name.removeLast() }
        var (candidate, number) = (name, 1)
        while !taken.insert(candidate.lowercased()).inserted {
            number += 1
            candidate = "\(name)_\(number)"
        }
        return candidate
    }
}
