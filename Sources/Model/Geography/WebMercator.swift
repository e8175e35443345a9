import Foundation

/// The spherical Mercator projection of web maps (EPSG:3857), with the world as the unit square.
///
/// `x` runs east from the antimeridian and `y` south from 85.0511° N, both 0…1.
package enum WebMercator {
    /// The latitude at which the projected world is square: atan(sinh π), in degrees.
    package static let latitudeLimit = atan(sinh(Double.pi)) * 180 / .pi

    /// The position of a longitude in the unit square, from the west.
    package static func x(longitude: Double) -> Double { (longitude + 180) / 360 }

    /// The position of a latitude in the unit square, from the north; outside 0…1 beyond the limit.
    package static func y(latitude: Double) -> Double {
        let sine = sin(latitude * .pi / 180)
        return 0.5 - atanh(sine) / (2 * .pi)
    }

    package static func longitude(x: Double) -> Double { x * 360 - 180 }

    package static func latitude(y: Double) -> Double { atan(sinh(.pi * (1 - 2 * y))) * 180 / .pi }

    /// Half the width of the projected world in metres: the corner of EPSG:3857.
    package static let halfWidth = Double.pi * 6_378_137

    /// The width of a pixel at the equator in metres, with 256 pixels to a tile.
    package static func metresPerPixel(zoom: Int) -> Double { 2 * halfWidth / Double(256 << zoom) }

    /// The scale denominator at the equator, with pixels 0.28 mm wide: the "standardized rendering pixel
    /// size" of OGC 07-057r7, 6.1.
    package static func scaleDenominator(zoom: Int) -> Double { metresPerPixel(zoom: zoom) / 0.000_28 }
}
