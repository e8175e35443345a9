import Geography
import Testing

@testable import Interpolation

/// Expects that a field's tile shows, at some nodes, what the field estimates there.
func expectEstimates(of field: IntensityField, in address: TileAddress) throws {
    let tile = try #require(FieldTile(field, tile: address, scale: 1))
    let size = FieldTile.cellSize(reach: field.reach, zoom: address.zoom, scale: 1)
    for (column, row) in [(4, 4), (8, 20), (16, 12)].map({ ($0 * 8 / size, $1 * 8 / size) }) {
        let pixels = Double(256 << address.zoom)
        let x = Double(address.column * 256 + column * size) / pixels
        let y = Double(address.row * 256 + row * size) / pixels
        let place = try #require(
            Coordinate(longitude: WebMercator.longitude(x: x), latitude: WebMercator.latitude(y: y)))
        let grade = tile.grade(atCorner: column, row, ofCells: size)
        let estimate = field.estimate(at: place)
        #expect((grade == nil) == (estimate == nil))
        guard let grade, let estimate else { continue }
        #expect(abs(grade - Grade.of(estimate.concentration, within: field.bounds)) < 0.02)
    }
}
