import Alerts
package import Allergens
package import Observations

extension RowStore {
    /// The number of days for which grids are kept, up to the newest of each source and allergen.
    ///
    /// A season and the one before, from which the map learns how far to follow the model.
    static var keptGridDays: Int { 400 }

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
        return try await writeManyRows(locking: .nothing) { [taxonomy] runner in
            var tally = IntakeTally()
            var changes = CommittedChanges()
            let number = try runner.number(of: source)
            for day in days {
                let code = try AirSubject.allergen(day.allergen).stored(taxonomy)
                let count = try runner.run(
                    """
                    INSERT INTO gridCell (allergen, day, source, north, east, value)
                    VALUES (
                        \(code), \(day.day.daysSinceEpoch), \(number), \(day.cell.row),
                        \(day.cell.column), \(day.value))
                    ON CONFLICT (allergen, day, source, north, east)
                        DO UPDATE SET value = excluded.value WHERE gridCell.value <> excluded.value
                    """)
                let isChanged = count == 1
                tally.count(isChanged ? .accepted : .unchanged)
                if isChanged { changes.note(day.day, of: day.allergen) }
            }
            for allergen in Set(days.map(\.allergen)) {
                let code = try AirSubject.allergen(allergen).stored(taxonomy)
                try runner.run(
                    """
                    INSERT INTO gridAllergen (allergen, source) VALUES (\(code), \(number))
                    ON CONFLICT (allergen, source) DO NOTHING
                    """)
                try runner.forgetOldGrids(of: code, from: number)
            }
            runner.notify(of: changes)
            return tally
        }
    }

    /// The grid of an allergen on a day; of several sources the one with the smallest cells.
    ///
    /// - Returns: `nil` where no source has a cell for the day.
    package func modelGrid(of allergen: Allergen.ID, on day: CivilDate) async throws -> ModelGrid? {
        guard let code = taxonomy[allergen]?.code else { return nil }
        return try await readRows { runner in
            let source = try runner.row(
                """
                SELECT number, name, degrees, attribution FROM gridSource
                WHERE EXISTS (
                    SELECT 1 FROM gridCell
                    WHERE allergen = \(code) AND day = \(day.daysSinceEpoch) AND source = number)
                ORDER BY degrees, name LIMIT 1
                """)
            guard let source else { return nil }
            let number: Int64 = try source["number"]
            let cells = try runner.rows(
                """
                SELECT north, east, value FROM gridCell
                WHERE allergen = \(code) AND day = \(day.daysSinceEpoch) AND source = \(number)
                """
            ).map { row in
                (
                    cell: ModelCell(column: try row[1], row: try row[0]),
                    value: try row[2] as Double
                )
            }
            return ModelGrid(
                GridSource(
                    name: try source["name"], degrees: try source["degrees"],
                    attribution: try source["attribution"]),
                cells)
        }
    }

    /// The sources of the grids of each allergen, those with the smallest cells first.
    package func modelSources() async throws -> [Allergen.ID: [GridSource]] {
        try await readRows { [taxonomy] runner in
            let rows = try runner.rows(
                """
                SELECT allergen, name, degrees, attribution
                FROM gridAllergen JOIN gridSource ON number = source
                ORDER BY allergen, degrees, name
                """)
            return try rows.reduce(into: [:]) { found, row in
                guard let allergen = taxonomy[code: try row["allergen"]]?.id else { return }
                found[allergen, default: []].append(
                    GridSource(
                        name: try row["name"], degrees: try row["degrees"],
                        attribution: try row["attribution"]))
            }
        }
    }

    /// The days of a span for which some source has a grid of an allergen, in order.
    package func gridDays(
        of allergen: Allergen.ID, in days: ClosedRange<CivilDate>
    ) async throws -> [CivilDate] {
        guard let code = taxonomy[allergen]?.code else { return [] }
        return try await readRows { runner in
            try runner.rows(
                """
                SELECT DISTINCT day FROM gridCell
                WHERE allergen = \(code)
                    AND day BETWEEN \(days.lowerBound.daysSinceEpoch)
                        AND \(days.upperBound.daysSinceEpoch)
                ORDER BY day
                """
            ).map { try $0.first(as: Int.self) }.map { CivilDate(daysSinceEpoch: $0) }
        }
    }
}

extension QueryRunner {
    fileprivate func number(of source: GridSource) throws -> Int64 {
        let known = try value("SELECT degrees FROM gridSource WHERE name = \(source.name)", as: Double.self)
        if let known, known != source.degrees {
            try run(
                """
                DELETE FROM gridCell
                WHERE source = (SELECT number FROM gridSource WHERE name = \(source.name))
                """)
        }
        let number = try value(
            """
            INSERT INTO gridSource (name, degrees, attribution)
            VALUES (\(source.name), \(source.degrees), \(source.attribution))
            ON CONFLICT (name) DO UPDATE SET degrees = excluded.degrees,
                attribution = excluded.attribution
            RETURNING number
            """, as: Int64.self)
        guard let number else { preconditionFailure("an insertion returns its number") }
        return number
    }

    fileprivate func forgetOldGrids(of code: Int, from source: Int64) throws {
        try run(
            """
            DELETE FROM gridCell WHERE allergen = \(code) AND source = \(source) AND day < (
                SELECT max(day) FROM gridCell WHERE allergen = \(code) AND source = \(source)
            ) - \(SQLiteStore.keptGridDays)
            """)
    }
}
