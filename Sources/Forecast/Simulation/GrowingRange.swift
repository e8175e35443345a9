import Foundation
import Geography

/// Where a taxon grows: a rough picture of Europe's vegetation, good enough to look right on a map.
enum GrowingRange: Sendable {
    case hazel, alder, birch, ash, oak, beech, plane, cypress, olive, grass, nettle, mugwort, ragweed,
        alternaria,
        cladosporium

    /// The abundance at a place as a share of that where the taxon's maximum was observed.
    ///
    /// - Parameters:
    ///   - position: The place.
    ///   - altitude: The altitude in metres; above 600 m plants thin out, to about a third at 1,500 m.
    /// - Returns: Zero or more; below ``counted`` the taxon is not counted there.
    func abundance(at position: Coordinate, altitude: Double) -> Double {
        let high = max(0, altitude - 600)
        return lowland(position) * exp(-high / 800)
    }

    /// The abundance below which a station does not count the taxon at all.
    static let counted = 0.01

    private func lowland(_ place: Coordinate) -> Double {
        let latitude = place.latitude
        return switch self {
        case .hazel: north(of: 43.5, latitude, over: 1.5) * south(of: 63.5, latitude, over: 1)
        case .alder: north(of: 44, latitude, over: 1.5) * south(of: 65.5, latitude, over: 1)
        case .birch: north(of: 45.5, latitude, over: 1) * (1 + 1.2 * north(of: 53, latitude, over: 1.5))
        case .ash: north(of: 42, latitude, over: 1) * south(of: 60, latitude, over: 1)
        case .oak: south(of: 59.5, latitude, over: 1) * (1 + south(of: 42, latitude, over: 1.5))
        case .beech: north(of: 43, latitude, over: 1) * south(of: 57, latitude, over: 1)
        case .plane: south(of: 54, latitude, over: 1) * (1 + 15 * south(of: 44.5, latitude, over: 1))
        case .cypress: south(of: 58, latitude, over: 1.5) * (1 + 4 * south(of: 44, latitude, over: 1))
        case .olive: south(of: 42, latitude, over: 0.8)
        case .grass: 1 - 0.6 * north(of: 62, latitude, over: 2)
        case .nettle, .cladosporium: 1 - 0.7 * north(of: 61, latitude, over: 2)
        case .mugwort: north(of: 43.5, latitude, over: 1) * (1 + 3 * north(of: 17, place.longitude, over: 3))
        case .ragweed: Self.ragweedHomes.reduce(0.012) { $0 + $1.share(at: place) }
        case .alternaria: 1 + south(of: 46, latitude, over: 2) - 0.8 * north(of: 60, latitude, over: 2)
        }
    }

    /// A smooth step from 0 to 1 as `degrees` increase beyond a line.
    private func north(of line: Double, _ degrees: Double, over width: Double) -> Double {
        1 / (1 + exp((line - degrees) / width * 2))
    }

    private func south(of line: Double, _ degrees: Double, over width: Double) -> Double {
        1 - north(of: line, degrees, over: width)
    }

    /// A region where a plant has settled, fading out over its radius in metres.
    private struct Home {
        let centre: Coordinate
        let radius: Double
        let strength: Double

        init(_ longitude: Double, _ latitude: Double, radius: Double, strength: Double) {
            centre = Coordinate(wrappingLongitude: longitude, latitude: latitude)
            self.radius = radius
            self.strength = strength
        }

        func share(at place: Coordinate) -> Double {
            let squaredChord = UnitVector(centre).squaredChord(to: UnitVector(place))
            let distance = Earth.distance(ofSquaredChord: squaredChord)
            return strength * exp(-distance * distance / (2 * radius * radius))
        }
    }

    /// The Pannonian basin, the Rhône valley, the plain of the Po and the Ukrainian steppe.
    private static let ragweedHomes = [
        Home(20, 46, radius: 220_000, strength: 1), Home(4.9, 45.4, radius: 90_000, strength: 0.4),
        Home(9, 45.5, radius: 70_000, strength: 0.3), Home(31, 48.5, radius: 300_000, strength: 0.4),
    ]
}
