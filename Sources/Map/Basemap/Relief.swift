import Foundation
import Geography

/// Shades the land as if the sun shone from the north-west.
///
/// Altitudes between cells of the table come from cubic B-splines, which pass the steps of its values smoothly. Every pixel
/// depends on its place in the world only, so that tiles fit together.
struct Relief: Sendable {
    /// The zooms that are shaded: on coarser ones a pixel is larger than a cell of 5 arc minutes, and on finer ones the
    /// slopes would be those of the cells and not of the mountains.
    static let zooms = 4...7
    /// How much steeper the ground is drawn than it is, at each zoom: less where the cells begin to show.
    private static let exaggeration: [Float] = [12, 10, 8, 4]

    let terrain: Terrain

    /// Tells how much lighter (more than 0) or darker (less) than flat ground each pixel is, row by row.
    ///
    /// - Parameters:
    ///   - left: The pixel of the zoom, at 256 a tile, with which the picture begins in the west.
    ///   - top: The one with which it begins in the north.
    ///   - width: The pixels of the picture from west to east, `scale` for each of the zoom.
    ///   - height: Those from north to south.
    ///   - scale: 1, or 2 for high-density screens.
    ///   - zoom: One of ``zooms``.
    /// - Returns: A shade for each pixel, −1…1.
    func shades(
        left: Int, top: Int, width: Int, height: Int, scale: Int, zoom: Int
    ) -> [Float] {
        let world = Double(256 * scale << zoom)
        let across = (0..<width).map { column in
            spline(at: (Double(left * scale + column) + 0.5) / world * Double(terrain.columns))
        }
        var shades: [Float] = []
        shades.reserveCapacity(width * height)
        for row in 0..<height {
            let y = min(max((Double(top * scale + row) + 0.5) / world, 0), 1)
            append(to: &shades, latitude: WebMercator.latitude(y: y), across: across, zoom: zoom)
        }
        return shades
    }

    private func append(to shades: inout [Float], latitude: Double, across: [Spline], zoom: Int) {
        guard let first = across.first?.first, let last = across.last?.first else { return }
        let down = spline(at: (90 - latitude) / 180 * Double(terrain.rows))
        let columns = (first...last + 3).map { column in
            (0..<4).reduce(into: (level: Float(0), fall: Float(0))) { sum, step in
                let altitude = max(terrain.altitude(column: column, row: down.first + step), 0)
                sum.level += altitude * down.weights[step]
                sum.fall += altitude * down.slopes[step]
            }
        }
        let steepness = Self.exaggeration[zoom - Self.zooms.lowerBound]
        let perRow = steepness / Float(WebMercator.halfWidth / Double(terrain.rows))
        let perColumn =
            steepness
            / Float(2 * WebMercator.halfWidth / Double(terrain.columns) * cos(latitude * .pi / 180))
        for spline in across {
            var (east, south) = (Float(0), Float(0))
            for step in 0..<4 {
                let column = columns[spline.first - first + step]
                east += column.level * spline.slopes[step]
                south += column.fall * spline.weights[step]
            }
            shades.append(Self.shade(east: east * perColumn, south: south * perRow))
        }
    }

    /// The brightness of a slope beside that of flat ground, with the sun in the north-west and 45° above the horizon.
    ///
    /// Horn (1981), Hill shading and the reflectance map, Proceedings of the IEEE 69, formula of the Lambertian surface.
    private static func shade(east: Float, south: Float) -> Float {
        let towardsSun = (east + south) * Float(0.5).squareRoot()
        let bright = (1 + towardsSun) / (1 + east * east + south * south).squareRoot()
        return min(max(bright - 1, -1), 1)
    }

    private func spline(at position: Double) -> Spline {
        let floor = (position - 0.5).rounded(.down)
        return Spline(first: Int(floor) - 1, share: Float(position - 0.5 - floor))
    }
}

/// What each of four neighbouring cells has of the level, and of the slope, between the second and the third.
private struct Spline {
    /// The first of the four cells.
    let first: Int
    let weights: SIMD4<Float>
    let slopes: SIMD4<Float>

    /// The uniform cubic B-spline and its derivative at a share, 0…1, of the way from the second to the third cell.
    init(first: Int, share t: Float) {
        self.first = first
        let rest = 1 - t
        weights =
            SIMD4(
                rest * rest * rest, 3 * t * t * t - 6 * t * t + 4,
                3 * rest * rest * rest - 6 * rest * rest + 4, t * t * t) / 6
        slopes = SIMD4(-rest * rest, 3 * t * t - 4 * t, 4 * rest - 3 * rest * rest, t * t) / 2
    }
}
