import Alerts
import Allergens
import Authentication
import Foundation
import Geography
import Matching
import People
import SeededTesting
import Storage
import Synchronization

/// Subscribers all over one city, each with their own fence.
enum MadeUpCity {
    private static let middle = (longitude: 7.59, latitude: 47.56)
    /// Metres: a street, a quarter, a district, half of the city.
    private static let radii = [500.0, 1_000, 2_000, 5_000]
    /// Degrees from the centre within which most people live: about 8 km.
    private static let spread = (longitude: 0.1, latitude: 0.07)

    /// Adds accounts, each with a token and a fence, to a database.
    ///
    /// - Returns: The tokens.
    static func write(_ count: Int, to database: String) async throws -> [String] {
        let store = try SQLiteStore(path: database, keys: .beside(database))
        let now = Date()
        let tokens = Mutex<[String]>([])
        let accounts = try await store.addAccounts(
            named: (0..<count).map { "citizen-\($0)" }, at: now
        ) { account in
            let secret = Secret(for: .account(account))
            tokens.withLock { $0.append(secret.text) }
            return secret.credential
        }
        var generator = SeededGenerator(seed: 1)
        var fences: [(fence: Fence, footprint: FenceFootprint)] = []
        for account in accounts { fences.append(try fence(of: account, using: &generator)) }
        try await store.add(fences, at: now)
        try store.checkpoint()
        return tokens.withLock { $0 }
    }

    private static func fence(
        of account: Account.ID, using generator: inout SeededGenerator
    ) throws -> (fence: Fence, footprint: FenceFootprint) {
        let east = Double.random(in: -1...1, using: &generator)
        let north = Double.random(in: -1...1, using: &generator)
        guard
            let centre = Coordinate(
                longitude: middle.longitude + spread.longitude * east,
                latitude: middle.latitude + spread.latitude * north)
        else { throw BenchmarkError("the city lies outside of the world") }
        let area = Fence.Area.circle(
            centre: centre, radius: radii.randomElement(using: &generator) ?? radii[0])
        let watched = Bool.random(using: &generator) ? ["birch"] : ["birch", "grass"]
        let watches = watched.map { Watch(.allergen(Allergen.ID(rawValue: $0)), level: .moderate) }
        let fence = Fence(
            id: .random(), account: account, name: "Home", area: area, rules: FenceRules(watches: watches))
        return (fence, try GeofenceMatcher(area).footprint)
    }
}
