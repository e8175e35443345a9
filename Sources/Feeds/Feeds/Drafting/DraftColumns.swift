import Allergens
import Foundation

/// The meaning of a file's columns, as far as their names and cells show it.
struct DraftColumns {
    var roles: [ColumnRole: Int] = [:]
    /// The columns, or in a long table the names, of single allergens.
    var allergens: [(name: String, allergen: Allergen.ID)] = []
    /// Columns or names that are not read, each with the reason.
    var ignored: [(name: String, reason: String)] = []
    /// Columns or names that count several taxa together.
    var composites: [(name: String, allergens: [Allergen.ID])] = []
    /// The columns of values whose allergens the file does not name.
    var unnamed: [String] = []

    private static let stationNames: Set<String> = [
        "station", "stn", "site", "estacion", "estación", "stazione", "ort", "messstelle", "location",
        "station_abbr", "nat_abbr", "stationsname", "poste", "ville", "city", "ciudad", "stanica", "place",
    ]
    private static let valueNames: Set<String> = [
        "value", "wert", "valeur", "valor", "valore", "count", "concentration", "konzentration", "anzahl",
        "y",
        "concentracion", "concentración", "pollen", "polen", "messwert", "grains", "conc", "conteo", "nombre",
    ]
    private static let nameless = "the column has no name"

    init(_ table: DraftTable, in taxonomy: Taxonomy) {
        var texts: [Int] = []
        var numbers: [Int] = []
        for column in table.names.indices where column != table.dateColumn {
            if classify(column, of: table, in: taxonomy) { continue }
            let cells = table.cells(column)
            let isNumeric = cells.count { DraftNumbers.isValue($0) } * 2 > cells.count
            if isNumeric { numbers.append(column) } else if !cells.isEmpty { texts.append(column) }
        }
        if allergens.isEmpty { findLongForm(texts, numbers, of: table, in: taxonomy) }
        if allergens.isEmpty { findUnnamed(numbers, of: table) }
        if roles[.station] == nil { findStation(texts, of: table) }
        ignoreRest(of: table)
    }

    /// The columns that hold values.
    func valueColumns(of table: DraftTable) -> [Int] {
        if let value = roles[.value] { return [value] }
        let names = Set(allergens.map(\.name) + unnamed)
        return table.names.indices.filter { names.contains(table.names[$0]) }
    }

    /// Classifies a column by its name; returns whether that was possible.
    private mutating func classify(_ column: Int, of table: DraftTable, in taxonomy: Taxonomy) -> Bool {
        let name = table.names[column]
        if Self.stationNames.contains(name.lowercased()), roles[.station] == nil {
            roles[.station] = column
            return true
        }
        // In a long table, a heading such as “Gräser” does not stand above texts.
        guard !name.isEmpty, table.cells(column).allSatisfy(DraftNumbers.isValue) else { return false }
        return note(DraftName(name, in: taxonomy), of: name, isColumn: true)
    }

    /// Records what a name means; returns `false` if it means nothing.
    private mutating func note(_ meaning: DraftName, of name: String, isColumn: Bool) -> Bool {
        switch meaning {
        case .allergen(let allergen) where isColumn && allergens.contains { $0.allergen == allergen }:
            ignored.append((name, "another column has \(allergen.rawValue) already"))
        case .allergen(let allergen): allergens.append((name, allergen))
        case .composite(let parts): composites.append((name, parts))
        case .total: ignored.append((name, "a total of several taxa, which is no allergen"))
        case .unknown: return false
        }
        return true
    }

    /// Finds the column that names the allergens, and that of their values.
    private mutating func findLongForm(
        _ texts: [Int], _ numbers: [Int], of table: DraftTable, in taxonomy: Taxonomy
    ) {
        for column in texts {
            let names = Set(table.cells(column)).sorted()
            let meanings = names.map { ($0, DraftName($0, in: taxonomy)) }
            guard meanings.count(where: { $0.1 != .unknown }) * 2 > names.count,
                let value = Self.value(among: numbers, of: table)
            else { continue }
            roles[.allergen] = column
            roles[.value] = value
            for (name, meaning) in meanings where !note(meaning, of: name, isColumn: false) {
                ignored.append((name, "no allergen of this network"))
            }
            roles[.unit] = texts.first { unit in
                unit != column && table.cells(unit).allSatisfy { FeedUnit(spelling: $0) != nil }
            }
            return
        }
    }

    private mutating func findUnnamed(_ numbers: [Int], of table: DraftTable) {
        guard composites.isEmpty else { return }
        let columns =
            Self.value(among: numbers, of: table).map { [$0] } ?? Self.candidates(numbers, of: table)
        unnamed = columns.map { table.names[$0] }
        // What a counter for one taxon calls its total.
        if unnamed.isEmpty, ignored.count == 1 { unnamed = [ignored.removeFirst().name] }
    }

    /// The columns that hold numbers, have a name and do not count the rows.
    private static func candidates(_ numbers: [Int], of table: DraftTable) -> [Int] {
        numbers.filter { !isIndex(table.cells($0)) && !table.names[$0].isEmpty }
    }

    private static func value(among numbers: [Int], of table: DraftTable) -> Int? {
        let candidates = candidates(numbers, of: table)
        return candidates.first { valueNames.contains(table.names[$0].lowercased()) }
            ?? (candidates.count == 1 ? candidates[0] : nil)
    }

    /// Whether the cells count the rows: 1, 2, 3 and so on.
    private static func isIndex(_ cells: [String]) -> Bool {
        let numbers = cells.prefix(50).compactMap { Int($0) }
        return numbers.count > 2 && zip(numbers, numbers.dropFirst()).allSatisfy { $1 == $0 + 1 }
    }

    private mutating func findStation(_ texts: [Int], of table: DraftTable) {
        let used = Set(roles.values)
        roles[.station] = texts.first { column in
            let names = Set(table.cells(column))
            return !used.contains(column) && !table.names[column].isEmpty
                && names.count * 10 <= table.readings.count
                && names.allSatisfy { $0.count <= 40 && $0.contains(where: \.isLetter) }
        }
    }

    private mutating func ignoreRest(of table: DraftTable) {
        let known = Set(allergens.map(\.name) + composites.map(\.name) + ignored.map(\.name))
        let used = Set(roles.values + [table.dateColumn])
        for (column, name) in table.names.enumerated()
        where !used.contains(column) && !unnamed.contains(name)
            && (roles[.allergen] != nil || !known.contains(name))
        {
            guard !ignored.contains(where: { $0.name == name }) else { continue }
            ignored.append((name, name.isEmpty ? Self.nameless : "not known as an allergen of this network"))
        }
    }
}
