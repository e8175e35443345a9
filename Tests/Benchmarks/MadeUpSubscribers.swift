import Alerts
import Allergens
import Authentication
import Foundation
import Geography
import Matching
import People
import Storage
import Synchronization

/// People of one city; one report concerns all of them.
enum MadeUpSubscribers {
    /// The allergens of every fence: enough for each report of a benchmark to be about another one.
    private static let allergens = [
        "birch", "alder", "hazel", "ash", "oak", "beech", "plane", "olive", "grass", "mugwort", "ragweed",
        "plantain",
    ].map(Allergen.ID.init(rawValue:))

    private static let city = (longitude: 7.59, latitude: 47.56)

    /// Adds accounts, each with a token and a fence of 5 km, to a database.
    ///
    /// - Returns: The tokens.
    static func write(_ count: Int, to database: String) async throws -> [String] {
        let store = try SQLiteStore(path: database, keys: .beside(database))
        let now = Date()
        let tokens = Mutex<[String]>([])
        let accounts = try await store.addAccounts(
            named: (0..<count).map { "bench-\($0)" }, at: now
        ) { account in
            let secret = Secret(for: .account(account))
            tokens.withLock { $0.append(secret.text) }
            return secret.credential
        }
        try await store.add(try accounts.enumerated().map(fence), at: now)
        try store.checkpoint()
        return tokens.withLock { $0 }
    }

    /// The centres form a grid a kilometre wide, so that every circle contains the middle of the city.
    private static func fence(
        _ place: Int, of account: Account.ID
    ) throws -> (fence: Fence, footprint: FenceFootprint) {
        let (row, column) = place.quotientAndRemainder(dividingBy: 128)
        guard
            let centre = Coordinate(
                longitude: city.longitude + Double(column % 128) * 1e-4,
                latitude: city.latitude + Double(row % 128) * 1e-4)
        else { throw BenchmarkError("the city lies outside of the world") }
        let area = Fence.Area.circle(centre: centre, radius: 5_000)
        let fence = Fence(
            id: .random(), account: account, name: "Home", area: area,
            rules: FenceRules(watches: allergens.map { Watch(.allergen($0), level: .moderate) }))
        return (fence, try GeofenceMatcher(area).footprint)
    }
}
