import Allergens
import Foundation
import Geography
import Interpolation
import Observations
import SeededTesting

/// Fictitious stations over Europe with counts like those of birch in April.
enum MadeUpStations {
    static let west = -10.0
    static let east = 30.0
    static let south = 36.0
    static let north = 60.0

    /// The logarithms of the counts vary over some hundred kilometres and from station to station.
    static func samples(_ count: Int, seed: UInt64) -> [DayValue] {
        var generator = SeededGenerator(seed: seed)
        return (0..<count).compactMap { number in
            let longitude = Double.random(in: west...east, using: &generator)
            let latitude = Double.random(in: south...north, using: &generator)
            let region =
                1.4 + 0.9 * sin(longitude * 0.35) * cos(latitude * 0.5) + 0.4 * sin(longitude + latitude)
            let own = Double.random(in: -0.35...0.35, using: &generator)
            let count = max(0, pow(10, region + own) - 1).rounded()
            guard let station = Station.ID(rawValue: "made-up-\(number)"),
                let position = Coordinate(longitude: longitude, latitude: latitude)
            else { return nil }
            return DayValue(
                station: station, position: position, allergen: Allergen.ID(rawValue: "birch"), day: day,
                value: count, basis: .measured)
        }
    }

    static let day = CivilDate(daysSinceEpoch: 18_360)

    static func birchField(
        _ samples: [DayValue], model: FieldModel? = nil, terrain: FieldTerrain? = nil
    ) throws -> IntensityField {
        guard let birch = Taxonomy.standard[Allergen.ID(rawValue: "birch")],
            let bounds = Scale.standard(for: birch)?.bounds
        else { throw BenchmarkError("the taxonomy has no birch") }
        return IntensityField(
            allergen: birch, bounds: bounds, day: day, samples: samples, model: model, terrain: terrain)
    }

    /// Tiles of a zoom whose centres lie over the stations.
    static func tiles(zoom: Int, count: Int, seed: UInt64) -> [TileAddress] {
        var generator = SeededGenerator(seed: seed)
        return (0..<count).compactMap { _ in
            Coordinate(
                longitude: Double.random(in: west...east, using: &generator),
                latitude: Double.random(in: south...north, using: &generator))
        }.map { TileAddress(holding: $0, zoom: zoom) }
    }
}

struct BenchmarkError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
