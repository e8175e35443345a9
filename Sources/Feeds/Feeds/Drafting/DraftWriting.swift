import Allergens
import Foundation
import Observations

/// Writes a draft's members and questions.
struct DraftWriting {
    let text: DraftText
    let table: DraftTable
    let columns: DraftColumns
    let fileName: String
    /// The allergen of an unnamed column, as the caller knows it.
    let allergen: Allergen.ID?
    let taxonomy: Taxonomy
    private let numbers: DraftNumbers
    /// The stations of the file by spelling.
    let stations: [(name: String, id: Station.ID)]

    init(
        text: DraftText, table: DraftTable, columns: DraftColumns, fileName: String, allergen: Allergen.ID?,
        taxonomy: Taxonomy
    ) {
        self.text = text
        self.table = table
        self.columns = columns
        self.fileName = fileName
        self.allergen = allergen
        self.taxonomy = taxonomy
        numbers = DraftNumbers(
            columns.valueColumns(of: table).flatMap(table.cells), separatedBy: table.separator)
        stations = Self.stations(named: columns.roles[.station].map(table.cells) ?? [])
    }

    /// Proposes an identifier for each name, and leaves out names that give none.
    private static func stations(named names: [String]) -> [(String, Station.ID)] {
        var used: Set<Station.ID> = []
        return Set(names).sorted().compactMap { name in
            let plain = name.lowercased().folding(options: .diacriticInsensitive, locale: nil)
            let slug = plain.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
            guard let id = Station.ID(rawValue: String(slug.prefix(40))), used.insert(id).inserted else {
                return nil
            }
            return (name, id)
        }
    }

    /// The allergen of the unnamed column: the caller's, or one that the file's name contains.
    private var unnamedAllergen: Allergen.ID? {
        guard columns.unnamed.count == 1 else { return nil }
        if let allergen { return allergen }
        let words = fileName.split { !$0.isLetter }.map(String.init)
        let known = Set(
            words.compactMap { taxonomy.allergen(spelled: $0) }.filter { $0.unit != nil }.map(\.id))
        return known.count == 1 ? known.first : nil
    }

    /// The year of days without one: in the column's name, in a line above or in the file's name.
    private var year: Int? {
        guard table.form == .dayAndMonth else { return nil }
        let places =
            [table.names[table.dateColumn].filter { $0 != "," && $0 != "." && $0 != " " }]
            + table.rows[..<table.firstReading].flatMap(\.self) + [fileName]
        for place in places {
            let numbers = place.split { !$0.isNumber }.compactMap { $0.count == 4 ? Int($0) : nil }
            if let year = numbers.first(where: { (1870...2199).contains($0) }) { return year }
        }
        return nil
    }

    /// Whether the column of days holds times of the day.
    private var hasTimes: Bool {
        table.readings.contains { DraftTable.stamp($0[table.dateColumn], as: table.form)?.wholeDay == nil }
    }
}

// MARK: - Members

extension DraftWriting {
    var definition: String {
        var members: [(String, DraftValue)] = [
            ("title", .text("Readings as in \(fileName)")), ("source", .text("?")), ("licence", .text("?")),
            ("questions", .list(questions)), ("encoding", .text(text.encoding.rawValue)),
            ("separators", .list([String(decoding: [table.separator], as: UTF8.self)])),
        ]
        if table.header > 0 { members.append(("linesAbove", .number(table.header))) }
        members.append(("columns", .object(roleColumns)))
        let isPlain = table.form == (hasTimes ? .internet : .day)
        if !isPlain { members.append(("forms", .list([table.form.rawValue]))) }
        if let year { members.append(("year", .number(year))) }
        if numbers.form != .point { members.append(("numbers", .text(numbers.form.rawValue))) }
        if !numbers.missing.isEmpty { members.append(("missing", .list(numbers.missing))) }
        if !stations.isEmpty {
            members.append(("stationNames", .object(stations.map { ($0.name, .text($0.id.rawValue)) })))
        }
        members.append(("allergens", .object(allergens)))
        if !ignored.isEmpty { members.append(("ignored", .object(ignored))) }
        return DraftValue.object(members).json + "\n"
    }

    private var roleColumns: [(String, DraftValue)] {
        let period: ColumnRole = hasTimes ? .time : .day
        var roles = columns.roles
        roles[period] = table.dateColumn
        return ColumnRole.allCases.compactMap { role in
            roles[role].map { (role.rawValue, .list([table.names[$0]])) }
        }
    }

    private var allergens: [(String, DraftValue)] {
        columns.allergens.map { ($0.name, .text($0.allergen.rawValue)) }
            + columns.unnamed.map { ($0, .text(unnamedAllergen?.rawValue ?? "?")) }
    }

    private var ignored: [(String, DraftValue)] {
        columns.composites.map { ($0.name, .text("counts several taxa together")) }
            + columns.ignored.map { ($0.name, .text($0.reason)) }
    }
}

// MARK: - Questions

extension DraftWriting {
    var questions: [String] {
        [
            "source, licence: who measured these values, and under which terms may they be shown?",
            columns.roles[.unit] == nil
                ? "allergens: are the values means in grains/m³ (pollen) and spores/m³ (moulds)? "
                    + "Counts of a slide are not."
                : nil,
            text.isConverted ? "encoding: the file is UTF-16. Save it as UTF-8 before you import it." : nil,
            dayQuestion, timeQuestion, yearQuestion, numberQuestion, missingQuestion, unnamedQuestion,
            stations.isEmpty
                ? nil : "stationNames: are these the identifiers of the stations in this network?",
        ].compactMap(\.self) + compositeQuestions
    }

    private var dayQuestion: String? {
        table.isAmbiguous
            ? "forms: the days fit D/M/YYYY and M/D/YYYY. Which of them is meant?" : nil
    }

    private var timeQuestion: String? {
        guard hasTimes else { return nil }
        let seconds = table.readings.prefix(100).compactMap {
            DraftTable.stamp($0[table.dateColumn], as: table.form)?.secondsSinceEpoch
        }
        let steps = Set(zip(seconds, seconds.dropFirst()).map { $1 - $0 }).filter { $0 > 0 }
        guard let step = steps.min(), step == 3_600 else {
            return "columns.time: the times are not an hour apart, but only means of one hour are read."
        }
        return "columns.time: are the times in UTC, and does each end its hour?"
    }

    private var yearQuestion: String? {
        guard table.form == .dayAndMonth else { return nil }
        return year.map { "year: the days have none. Is it \($0)?" }
            ?? "year: the days have none. Which is it?"
    }

    private var numberQuestion: String? {
        guard numbers.isAmbiguous else { return nil }
        let guess = numbers.form.groupMark == nil ? "a decimal mark" : "between groups of digits"
        let form = numbers.form.rawValue
        return "numbers: every mark stands before three digits. Is it \(guess), as in \(form)?"
    }

    private var missingQuestion: String? {
        guard !numbers.unknown.isEmpty else { return nil }
        let texts = numbers.unknown.map { "“\($0)”" }.joined(separator: ", ")
        return "missing: what do \(texts) mean in place of a value?"
    }

    private var unnamedQuestion: String? {
        guard let first = columns.unnamed.first else { return nil }
        guard columns.unnamed.count == 1 else {
            return "allergens: which allergen does each column count? Move the others to ignored."
        }
        if allergen != nil { return nil }
        guard let key = unnamedAllergen?.rawValue else {
            return "allergens: which allergen does “\(first)” count?"
        }
        return "allergens: “\(first)” is taken for \(key) as in the file's name. Is it?"
    }

    private var compositeQuestions: [String] {
        columns.composites.map { name, parts in
            let keys = parts.map(\.rawValue).joined(separator: " or ")
            return "ignored: “\(name)” counts several taxa together, so it is not read. "
                + "Map it to \(keys) only if nearly all of it is that."
        }
    }
}
