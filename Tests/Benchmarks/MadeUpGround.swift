import Foundation
import Geography
import Interpolation
import Observations

/// A fictitious model and ground beneath ``MadeUpStations``, as fine as those that are served: cells of 0.1°
/// and of 5 arc minutes.
enum MadeUpGround {
    /// A model over all stations that is followed by 0.4.
    static func model() throws -> FieldModel {
        let source = GridSource(name: "made-up", degrees: 0.1, attribution: nil)
        // Cells are counted from 0° eastwards and northwards.
        let cells: [(cell: ModelCell, value: Double)] = (360..<600).flatMap { row in
            (-100..<300).map { (ModelCell(column: $0, row: row), value(column: $0, row: row)) }
        }
        guard let grid = ModelGrid(source, cells) else { throw BenchmarkError("the model has no cells") }
        return FieldModel(grid: grid, slope: 0.4)
    }

    private static func value(column: Int, row: Int) -> Double {
        let waves: Double = sin(Double(column) * 0.05) + 0.4 * cos(Double(row) * 0.11)
        return pow(10, 1.4 + waves)
    }

    /// Hills up to 2,000 m, with a decade less for each 5 km.
    static func terrain() throws -> FieldTerrain {
        // 4,320 columns and 2,160 rows, from 0 m in steps of 100 m.
        let header = Array("TERRAIN1".utf8) + [0xE0, 0x10, 0x70, 0x08, 0, 0, 100, 0]
        let cells: [UInt8] = (0..<2_160).flatMap { row in
            let along = 10 * cos(Double(row) * 0.17)
            return (0..<4_320).map { column in UInt8(10 + along * sin(Double(column) * 0.21)) }
        }
        let trend = TerrainTrend(slope: -0.000_2, altitudes: 0...2_000)
        guard let terrain = FieldTerrain(try Terrain(header + cells), trend: trend) else {
            throw BenchmarkError("the ground moves nothing")
        }
        return terrain
    }
}
