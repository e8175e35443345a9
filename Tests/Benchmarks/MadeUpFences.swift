import Alerts
import Allergens
import Foundation
import Geography
import Matching
import People
import SeededTesting

/// Fences as a country's subscribers would draw them: one in ten is in one city, as long as the city has no more
/// than 100,000, and half of them are circles.
struct MadeUpFences {
    static let city = Coordinate(wrappingLongitude: 7.58, latitude: 47.56)

    /// Somewhere in the country.
    static func place(using generator: inout SeededGenerator) -> Coordinate {
        Coordinate(
            wrappingLongitude: .random(in: 10...30, using: &generator),
            latitude: .random(in: 37...59, using: &generator))
    }

    private var generator: SeededGenerator
    private let accounts: Int
    private let cityShare: Double
    private var number = 0

    /// - Parameters:
    ///   - seed: What the fences follow from.
    ///   - accounts: Among how many accounts they are dealt out.
    ///   - count: How many there will be.
    init(seed: UInt64, accounts: Int, count: Int) {
        generator = SeededGenerator(seed: seed)
        self.accounts = accounts
        cityShare = min(0.1, 100_000 / Double(count))
    }

    /// The next fence with its footprint.
    mutating func next() throws -> (fence: Fence, footprint: FenceFootprint) {
        number += 1
        let inCity = Double.random(in: 0..<1, using: &generator) < cityShare
        let centre = inCity ? cityPlace() : countryPlace()
        let radii = inCity ? [2_000.0, 5_000, 5_000, 10_000] : [500.0, 2_000, 5_000]
        let radius = radii.randomElement(using: &generator) ?? 5_000
        let isCircle = Bool.random(using: &generator)
        let area: Fence.Area =
            isCircle ? .circle(centre: centre, radius: radius) : .polygons([star(centre, radius)])
        let fence = Fence(
            id: Fence.ID(rawValue: "f\(number)"),
            account: Account.ID(rawValue: .random(in: 1...Int64(accounts), using: &generator)), name: "Home",
            area: area, rules: FenceRules(watches: [Watch(.allergen(Allergen.ID(rawValue: "birch")))]))
        return (fence, try GeofenceMatcher(area).footprint)
    }

    /// The sum of four uniform numbers is nearly normal.
    private mutating func cityPlace() -> Coordinate {
        let (east, north) = (bell(), bell())
        return Coordinate(
            wrappingLongitude: Self.city.longitude + 0.05 * east, latitude: Self.city.latitude + 0.035 * north
        )
    }

    private mutating func bell() -> Double {
        (0..<4).map { _ in Double.random(in: -1...1, using: &generator) }.reduce(0, +) * 3.squareRoot() / 2
    }

    private mutating func countryPlace() -> Coordinate {
        Coordinate(
            wrappingLongitude: .random(in: -10...30, using: &generator),
            latitude: .random(in: 36...60, using: &generator))
    }

    /// A ring of 5 to 40 vertices that never crosses itself.
    private mutating func star(_ centre: Coordinate, _ radius: Double) -> Polygon {
        let count = Int.random(in: 5...40, using: &generator)
        let degrees = radius / 111_195
        let wide = degrees / cos(centre.latitude * .pi / 180)
        let ring = (0..<count).map { corner in
            let angle = 2 * Double.pi * Double(corner) / Double(count)
            let reach = Double.random(in: 0.7...1.3, using: &generator)
            return Coordinate(
                wrappingLongitude: centre.longitude + wide * reach * cos(angle),
                latitude: centre.latitude + degrees * reach * sin(angle))
        }
        guard let polygon = Polygon(exterior: ring + [ring[0]]) else {
            preconditionFailure("a ring of five and more vertices is a polygon")
        }
        return polygon
    }
}
