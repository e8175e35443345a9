package import Allergens
package import Forecasting
import Geography
package import Observations

extension RowStore {
    /// What numerical models say of an allergen at stations, on the days of a short span.
    ///
    /// Only the cells around each station are read, so that the size of the grid does not matter.
    ///
    /// - Returns: The stations that some model covers.
    package func modelSeries(
        of allergen: Allergen.ID, at stations: [Station], in days: ClosedRange<CivilDate>
    ) async throws -> [Station.ID: ModelSeries] {
        guard let code = taxonomy[allergen]?.code else { return [:] }
        return try await readRows { runner in
            let sources = try runner.gridSources(of: code)
            var found: [Station.ID: ModelSeries] = [:]
            for station in stations {
                let models = try sources.map { number, source in
                    try runner.modelDays(of: code, from: (number, source), at: station.position, in: days)
                }.filter { !$0.isEmpty }
                if !models.isEmpty { found[station.id] = ModelSeries(models) }
            }
            return found
        }
    }
}

extension QueryRunner {
    /// The sources of an allergen's grids, those with the smallest cells first.
    fileprivate func gridSources(of code: Int) throws -> [(number: Int64, source: GridSource)] {
        try rows(
            """
            SELECT number, name, degrees, attribution
            FROM gridAllergen JOIN gridSource ON number = source
            WHERE allergen = \(code) ORDER BY degrees, name
            """
        ).map { row in
            (
                try row["number"],
                GridSource(
                    name: try row["name"], degrees: try row["degrees"],
                    attribution: try row["attribution"])
            )
        }
    }

    /// The logarithms of a source at a position.
    fileprivate func modelDays(
        of code: Int, from model: (number: Int64, source: GridSource), at position: Coordinate,
        in days: ClosedRange<CivilDate>
    ) throws -> [CivilDate: Double] {
        let cell = ModelCell(around: position, degrees: model.source.degrees)
        let numbers = (days.lowerBound.daysSinceEpoch...days.upperBound.daysSinceEpoch)
        let found = try rows(
            .cells(around: cell, of: code, from: model.number, on: numbers.map(Int64.init)))
        var cells: [CivilDate: [(cell: ModelCell, value: Double)]] = [:]
        for row in found {
            let near = ModelCell(column: try row["east"], row: try row["north"])
            cells[CivilDate(daysSinceEpoch: try row["day"]), default: []].append((near, try row["value"]))
        }
        return cells.compactMapValues {
            ModelGrid(model.source, $0)?.logarithm(at: position).map(Double.init)
        }
    }
}

extension Query {
    /// A cell and its eight neighbours, between which a value is interpolated.
    ///
    /// Days and rows are listed, so that each is one step to a stretch of the key.
    static func cells(
        around cell: ModelCell, of code: Int, from source: Int64, on days: [Int64]
    ) -> Query {
        let rows = (-1...1).map { Int64(cell.row + $0) }
        return """
            SELECT day, north, east, value FROM gridCell
            WHERE allergen = \(code) AND \(.isOne(ofNumbers: days, "day")) AND source = \(source)
                AND \(.isOne(of: rows, "north")) AND east BETWEEN \(cell.column - 1) AND \(cell.column + 1)
            """
    }
}
