/// How the values of a file are written.
struct DraftNumbers {
    let form: NumberForm
    /// Texts that mean “not measured”, in alphabetical order.
    let missing: [String]
    /// Other texts in place of values.
    let unknown: [String]
    /// Whether the mark before three digits may be a decimal mark or stand between groups.
    let isAmbiguous: Bool

    private static let missingMarks: Set<String> = [
        "-", "--", "–", "—", "*", "?", ".", "na", "n/a", "n.a.", "#n/a", "nan", "null", "none", "nd", "n.d.",
        "s/d", "sd", "nc", "k.a.", "k. a.", "x", "-9999", "-9999.0", "-999", "-999.0", "-99", "-99.0",
        "missing",
        "fehlt", "manquant", "sin datos", "mancante",
    ]

    /// Looks at the cells of values in a file with a separator.
    init(_ cells: [String], separatedBy separator: UInt8) {
        let marks = Set(cells.filter { Self.missingMarks.contains($0.lowercased()) })
        let values = cells.filter { !marks.contains($0) }
        var best = (form: NumberForm.point, count: -1)
        for form in NumberForm.allCases {
            let count = values.count { Self.isNumber($0, as: form) }
            if count > best.count { best = (form, count) }
        }
        isAmbiguous = Self.isAmbiguous(values, as: best.form)
        // Where commas separate the columns, decimals have a point.
        let isGrouped = isAmbiguous && best.form == .comma && separator == UInt8(ascii: ",")
        form = isGrouped ? .pointAndComma : best.form
        missing = marks.sorted()
        unknown = Array(Set(values.filter { !Self.isNumber($0, as: best.form) }).sorted().prefix(5))
    }

    static func isNumber(_ text: String, as form: NumberForm) -> Bool {
        let plain = Array((text.hasPrefix("<") ? text.dropFirst() : text[...]).utf8)
        let bytes = plain.filter { $0 != UInt8(ascii: " ") || form.groupMark == UInt8(ascii: " ") }
        return !bytes.isEmpty
            && (try? bytes.span.number(of: Cell(start: 0, end: bytes.count), as: form)) != nil
    }

    /// Whether a text is a number in any form, or stands for a missing one.
    static func isValue(_ text: String) -> Bool {
        missingMarks.contains(text.lowercased()) || NumberForm.allCases.contains { isNumber(text, as: $0) }
    }

    private static func isAmbiguous(_ values: [String], as form: NumberForm) -> Bool {
        guard form.groupMark == nil, let mark = Unicode.Scalar(UInt32(form.decimalMark)).map(Character.init)
        else {
            return false
        }
        let decimals = values.compactMap { value in value.lastIndex(of: mark).map { value[$0...].count - 1 } }
        return !decimals.isEmpty && decimals.allSatisfy { $0 == 3 }
    }
}
