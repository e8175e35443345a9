import Basemap
import Foundation
import Geography

/// A fictitious part of the Alps: three provinces of two countries and an island,
/// with towns where tiles meet.
struct Samples: BasemapSource {
    var towns: [NamedPlace] = Samples.crowd
    var waters: [[Coordinate]] = Samples.rivers

    func provinces() -> [Province] {
        [
            Province(countryCode: "A", countryName: "Arvenia", rings: [Self.box(4, 44, 9, 48), Self.island]),
            Province(countryCode: "A", countryName: "Arvenia", rings: [Self.box(9, 44, 14, 48)]),
            Province(countryCode: "B", countryName: "Betulia", rings: [Self.box(4, 48, 9, 52)]),
        ]
    }

    func places() -> [NamedPlace] { towns }

    func rivers() -> [[Coordinate]] { waters }

    /// A river in two pieces that run against each other, and a brook.
    static let rivers = [
        river(from: 5, to: 7, latitude: 46), Array(river(from: 7, to: 12, latitude: 46).reversed()),
        river(from: 12, to: 12.012, latitude: 47),
    ]

    private static func river(from west: Double, to east: Double, latitude: Double) -> [Coordinate] {
        stride(from: 0.0, through: 1, by: 0.0625).map { share in
            let longitude = west + share * (east - west)
            return Coordinate(longitude: longitude, latitude: latitude + 0.3 * sin(longitude * 4))!
        }
    }

    /// 400 towns on a spiral: far more than there is room for.
    static let crowd: [NamedPlace] = (0..<400).map { number in
        let angle = Double(number) * 2.4
        let distance = 0.2 * Double(number).squareRoot()
        return place(
            "Town \(number)", 9 + distance * cos(angle), 48 + 0.7 * distance * sin(angle),
            population: 4_000_000 - 9_000 * number, isCapital: number % 40 == 0)
    }

    static func place(
        _ name: String, _ longitude: Double, _ latitude: Double, population: Int, isCapital: Bool = false
    ) -> NamedPlace {
        NamedPlace(
            name: name, position: Coordinate(longitude: longitude, latitude: latitude)!,
            population: population,
            isCapital: isCapital)
    }

    /// A box with a corner every tenth of a degree, so that neighbours share corners.
    static func box(_ west: Double, _ south: Double, _ east: Double, _ north: Double) -> [Coordinate] {
        func steps(_ from: Double, _ to: Double) -> [Double] {
            let count = Int((abs(to - from) * 10).rounded())
            return (0..<count).map { ((from * 10) + (to > from ? 1 : -1) * Double($0)).rounded() / 10 }
        }
        func wave(_ along: Double) -> Double { (0.08 * sin(along * 9) * 1e6).rounded() / 1e6 }
        let corners =
            steps(west, east).map { ($0, south + wave($0)) }
            + steps(south, north).map { (east + (east == 180 ? 0 : wave($0)), $0) }
            + steps(east, west).map { ($0, north + wave($0)) }
            + steps(north, south).map { (west + (west == -180 ? 0 : wave($0)), $0) }
        let ring = corners.map { Coordinate(longitude: $0.0, latitude: $0.1)! }
        return ring + [ring[0]]
    }

    static let island: [Coordinate] = (0...60).map { step in
        let angle = Double(step % 60) * .pi / 30
        return Coordinate(longitude: 2 + 0.6 * cos(angle), latitude: 46 + 0.4 * sin(angle))!
    }
}

/// Land on both sides of the antimeridian, where the data cut it, with the towns of
/// ``Samples`` around the middle.
struct CutSamples: BasemapSource {
    func provinces() -> [Province] {
        [
            Province(
                countryCode: "A", countryName: "Arvenia",
                rings: [Samples.box(175, 44, 180, 50), Samples.box(-180, 44, -175, 50)])
        ]
    }

    /// A river that crosses the antimeridian.
    func rivers() -> [[Coordinate]] {
        [stride(from: 178.0, through: 182, by: 0.25).map { Coordinate(wrappingLongitude: $0, latitude: 46) }]
    }

    func places() -> [NamedPlace] {
        Samples.crowd.map { town in
            NamedPlace(
                name: town.name,
                position: Coordinate(
                    wrappingLongitude: town.position.longitude + 171, latitude: town.position.latitude),
                population: town.population, isCapital: town.isCapital)
        }
    }
}
