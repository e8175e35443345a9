import Allergens
import Forms
import Tables

/// Scripts that read the CSV of an export with labels and types.
extension StudyExport {
    /// The name of a table's CSV, such as `responses-summary.csv`.
    package static func file(of table: String) -> String {
        table.lowercased().replacing(" ", with: "-") + ".csv"
    }

    /// The table of a statistics program: the answers, and beside them the summary and the air.
    private static let read = [
        "Responses Summary", "Pollen Count Data", "Air Quality Data", "Reported Symptoms",
    ]

    /// Syntax for SPSS and PSPP, with a data set for each table of answers: the text of a `.sps` file, in UTF-8.
    package var spssSyntax: String {
        let parts = columns.filter { Self.read.contains($0.table) }.map { table, columns in
            let names = columns.map { "  \($0.column.name) \(spssFormat($0))" }
            let labels = columns.map { " \($0.column.name) \(Self.quoted(word($0.label), upTo: 255))" }
            return """
                GET DATA /TYPE=TXT /FILE="\(Self.file(of: table))" /ENCODING="UTF8" /DELCASE=LINE
                  /DELIMITERS="," /QUALIFIER='"' /ARRANGEMENT=DELIMITED /FIRSTCASE=2 /VARIABLES=
                \(names.joined(separator: "\n")).
                VARIABLE LABELS
                 \(labels.joined(separator: "\n  /")).
                \(valueLabels(columns))DATASET NAME \(table.lowercased().replacing(" ", with: "_")).
                """
        }
        return "* Encoding: UTF-8.\n" + parts.joined(separator: "\n\n") + "\n"
    }

    private func spssFormat(_ column: StudyColumn) -> String {
        switch column.column.kind {
        // A character of an answer in people's own words has up to four bytes; what we write ourselves is short.
        case .text: column.versions.isEmpty || !column.choices.isEmpty ? "A255" : "A\(4 * FormLimits.text)"
        case .whole: "F12.0"
        case .number: "F16.4"
        case .day: "SDATE10"
        }
    }

    private func valueLabels(_ columns: [StudyColumn]) -> String {
        let lists = columns.filter { !$0.choices.isEmpty }.map { column in
            let values = column.choices.map { choice in
                let written = Self.written(choice, column)
                let name = column.column.kind == .text ? Self.quoted(written, upTo: 255) : written
                // SPSS keeps 120 bytes of the label of a value.
                return " \(name) \(Self.quoted(word(choice.label), upTo: 120))"
            }
            return "  /\(column.column.name)\n   \(values.joined(separator: "\n   "))"
        }
        return lists.isEmpty ? "" : "VALUE LABELS\n\(lists.joined(separator: "\n")).\n"
    }

    /// A text of SPSS on one line, cut after so many bytes.
    private static func quoted(_ text: String, upTo limit: Int) -> String {
        var line = escaped(text) { _ in nil }
        while line.utf8.count > limit { line.removeLast() }
        return "'\(escaped(line) { $0 == "'" ? "'" : nil })'"
    }

    /// A text on one line, with what is to stand before some of its Unicode scalars.
    ///
    /// A quotation mark after a scalar such as U+0600 is no `Character` of its own, and ends a text all the same.
    private static func escaped(
        _ text: String, before: (Unicode.Scalar) -> Unicode.Scalar?
    ) -> String {
        var line = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if let escape = before(scalar) { line.append(escape) }
            let isBreak =
                scalar.properties.generalCategory == .control
                || "\u{2028}\u{2029}".unicodeScalars.contains(scalar)
            line.append(isBreak ? " " : scalar)
        }
        return String(line)
    }

    /// The name of a choice as it is in the CSV.
    private static func written(_ choice: FormChoice, _ column: StudyColumn) -> String {
        column.column.kind == .text ? CSVPieces.protected(choice.name) : choice.name
    }

    /// A script for R, which needs no packages, with a data frame for each table of answers.
    ///
    /// Labels are attributes of the columns, as packages such as haven and labelled have them, and choices are
    /// factors.
    /// - Returns: The text of a `.R` file, in UTF-8.
    package var rScript: String {
        let parts = columns.filter { Self.read.contains($0.table) }.map { table, columns in
            let frame = table.lowercased().replacing(" ", with: "_")
            let types = columns.map { "\($0.column.name) = \"\($0.column.kind.typeOfR)\"" }
            let steps = columns.flatMap { column -> [String] in
                let place = "\(frame)$\(column.column.name)"
                let factor =
                    column.choices.isEmpty
                    ? []
                    : [
                        """
                        \(place) <- factor(\(place), levels = c(\(column.choices.map { Self.literal(Self.written($0, column)) }.joined(separator: ", "))),
                          labels = make.unique(c(\(column.choices.map { Self.literal(word($0.label)) }.joined(separator: ", "))))
                        )
                        """
                    ]
                return factor + ["attr(\(place), \"label\") <- \(Self.literal(word(column.label)))"]
            }
            return """
                \(frame) <- read.csv("\(Self.file(of: table))", fileEncoding = "UTF-8-BOM", na.strings = "",
                  colClasses = c(\(types.joined(separator: ", "))))
                \(steps.joined(separator: "\n"))
                """
        }
        return parts.joined(separator: "\n\n") + "\n"
    }

    private static func literal(_ text: String) -> String {
        "\"\(escaped(text) { $0 == "\"" || $0 == "\\" ? "\\" : nil })\""
    }
}

extension TableColumn.Kind {
    fileprivate var typeOfR: String {
        switch self {
        case .text: "character"
        case .whole: "numeric"
        case .number: "numeric"
        case .day: "Date"
        }
    }
}
