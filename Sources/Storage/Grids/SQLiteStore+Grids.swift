import Alerts
package import Allergens
import GRDB
package import Observations

extension SQLiteStore {
    /// The number of days for which grids are kept, up to the newest of each source and allergen.
    ///
    /// A season and the one before, from which the map learns how far to follow the model.
    static let keptGridDays = 400

    /// Stores the days of a model's grid in one transaction, each in place of an earlier value.
    ///
    /// Days that lie more than `keptGridDays` before the newest of their allergen are removed. When the size
    /// of the source's cells has changed, all its earlier cells are.
    ///
    /// - Returns: How many cells were new or changed, and how many unchanged.
    /// - Throws: `DatabaseError` for an allergen that is not in the taxonomy; then nothing is stored.
    @discardableResult
    package func keep(_ days: [GridDay], from source: GridSource) async throws -> IntakeTally {
        guard !days.isEmpty else { return IntakeTally() }
        return try await pool.write { [taxonomy, notifier] database in
            var tally = IntakeTally()
            var changes = CommittedChanges()
            let number = try Self.number(of: source, in: database)
            for day in days {
                let code = try AirSubject.allergen(day.allergen).stored(taxonomy)
                try database.execute(
                    literal: """
                        INSERT INTO gridCell (allergen, day, source, north, east, value)
                        VALUES (
                            \(code), \(day.day.daysSinceEpoch), \(number), \(day.cell.row),
                            \(day.cell.column), \(day.value))
                        ON CONFLICT (allergen, day, source, north, east)
                            DO UPDATE SET value = excluded.value WHERE gridCell.value <> excluded.value
                        """)
                let isChanged = database.changesCount == 1
                tally.count(isChanged ? .accepted : .unchanged)
                if isChanged { changes.note(day.day, of: day.allergen) }
            }
            for allergen in Set(days.map(\.allergen)) {
                let code = try AirSubject.allergen(allergen).stored(taxonomy)
                try database.execute(
                    literal: """
                        INSERT INTO gridAllergen (allergen, source) VALUES (\(code), \(number))
                        ON CONFLICT (allergen, source) DO NOTHING
                        """)
                try Self.forgetOldGrids(of: code, from: number, in: database)
            }
            notifier.notify(of: changes, after: database)
            return tally
        }
    }

    private static func number(of source: GridSource, in database: Database) throws -> Int64 {
        let known = try SQLRequest<Double>(
            literal: "SELECT degrees FROM gridSource WHERE name = \(source.name)"
        ).fetchOne(database)
        if let known, known != source.degrees {
            try database.execute(
                literal: """
                    DELETE FROM gridCell
                    WHERE source = (SELECT number FROM gridSource WHERE name = \(source.name))
                    """)
        }
        let number = try SQLRequest<Int64>(
            literal: """
                INSERT INTO gridSource (name, degrees, attribution)
                VALUES (\(source.name), \(source.degrees), \(source.attribution))
                ON CONFLICT (name) DO UPDATE SET degrees = excluded.degrees,
                    attribution = excluded.attribution
                RETURNING number
                """
        ).fetchOne(database)
        guard let number else { preconditionFailure("an insertion returns its number") }
        return number
    }

    private static func forgetOldGrids(of code: Int, from source: Int64, in database: Database) throws {
        try database.execute(
            literal: """
                DELETE FROM gridCell WHERE allergen = \(code) AND source = \(source) AND day < (
                    SELECT max(day) FROM gridCell WHERE allergen = \(code) AND source = \(source)
                ) - \(keptGridDays)
                """)
    }

    /// The grid of an allergen on a day; of several sources the one with the smallest cells.
    ///
    /// - Returns: `nil` where no source has a cell for the day.
    package func modelGrid(of allergen: Allergen.ID, on day: CivilDate) async throws -> ModelGrid? {
        guard let code = taxonomy[allergen]?.code else { return nil }
        return try await pool.read { database in
            let source = try SQLRequest<Row>(
                literal: """
                    SELECT number, name, degrees, attribution FROM gridSource
                    WHERE EXISTS (
                        SELECT 1 FROM gridCell
                        WHERE allergen = \(code) AND day = \(day.daysSinceEpoch) AND source = number)
                    ORDER BY degrees, name LIMIT 1
                    """
            ).fetchOne(database)
            guard let source else { return nil }
            let number: Int64 = source["number"]
            let cells = try SQLRequest<Row>(
                literal: """
                    SELECT north, east, value FROM gridCell
                    WHERE allergen = \(code) AND day = \(day.daysSinceEpoch) AND source = \(number)
                    """
            ).fetchAll(database).map { row in
                (cell: ModelCell(column: row["east"], row: row["north"]), value: row["value"] as Double)
            }
            return ModelGrid(
                GridSource(
                    name: source["name"], degrees: source["degrees"], attribution: source["attribution"]),
                cells)
        }
    }

    /// The sources of the grids of each allergen, those with the smallest cells first.
    package func modelSources() async throws -> [Allergen.ID: [GridSource]] {
        try await pool.read { [taxonomy] database in
            let rows = try SQLRequest<Row>(
                literal: """
                    SELECT allergen, name, degrees, attribution
                    FROM gridAllergen JOIN gridSource ON number = source
                    ORDER BY allergen, degrees, name
                    """
            ).fetchAll(database)
            return rows.reduce(into: [:]) { found, row in
                guard let allergen = taxonomy[code: row["allergen"]]?.id else { return }
                found[allergen, default: []].append(
                    GridSource(
                        name: row["name"], degrees: row["degrees"], attribution: row["attribution"]))
            }
        }
    }

    /// The days of a span for which some source has a grid of an allergen, in order.
    package func gridDays(
        of allergen: Allergen.ID, in days: ClosedRange<CivilDate>
    ) async throws -> [CivilDate] {
        guard let code = taxonomy[allergen]?.code else { return [] }
        return try await pool.read { database in
            try SQLRequest<Int>(
                literal: """
                    SELECT DISTINCT day FROM gridCell
                    WHERE allergen = \(code)
                        AND day BETWEEN \(days.lowerBound.daysSinceEpoch)
                            AND \(days.upperBound.daysSinceEpoch)
                    ORDER BY day
                    """
            ).fetchAll(database).map { CivilDate(daysSinceEpoch: $0) }
        }
    }
}
