import Alerts
import Allergens
import Foundation
import Geography
import People
import SeededTesting
import Storage

/// Measures the time from an alert to the committed ledger, among the fences that a store holds.
struct MatchBenchmark {
    private let store: any RowStore & ReportStore
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    init(_ store: any RowStore & ReportStore) { self.store = store }

    /// Measurements and findings.
    struct Report: Encodable {
        /// How fast the fences were added; `nil` when they were there before.
        var fencesPerSecond: Double?
        let dense: [Match]
        let sparse: [Match]

        struct Match: Encodable {
            let longitude: Double
            let latitude: Double
            let seconds: Double
            let accounts: [Int64]
        }
    }

    func matches() async throws -> Report {
        var generator = SeededGenerator(seed: 7)
        var (dense, sparse): ([Report.Match], [Report.Match]) = ([], [])
        for step in 0..<5 {
            let place = Coordinate(
                wrappingLongitude: MadeUpFences.city.longitude + 0.002 * Double(step - 2),
                latitude: MadeUpFences.city.latitude)
            dense.append(try await match(at: place))
        }
        for _ in 0..<200 { sparse.append(try await match(at: MadeUpFences.place(using: &generator))) }
        return Report(dense: dense, sparse: sparse)
    }

    private func match(at place: Coordinate) async throws -> Report.Match {
        let before = try await store.lastEntry()
        let start = ContinuousClock.now
        try await store.raise(.report(of: "birch", at: place, now), at: place, now)
        let seconds = start.duration(to: .now).seconds
        let told = try await store.newEntries(after: before, limit: .max).entries
        return Report.Match(
            longitude: place.longitude, latitude: place.latitude, seconds: seconds,
            accounts: told.map(\.account.rawValue).sorted())
    }
}

extension Alert {
    /// An alert as somebody's report raises it.
    static func report(of allergen: String, at place: Coordinate, _ now: Date) -> Alert {
        Alert(
            kind: .user, allergens: [Allergen.ID(rawValue: allergen)], level: nil, publicPosition: place,
            sent: now, expires: now.addingTimeInterval(3_600))
    }
}

extension ReportStore {
    /// Adds an alert, with the lines of all that it concerns.
    func raise(_ alert: Alert, at place: Coordinate, _ now: Date) async throws {
        try await writeReports { transaction in
            try transaction.add(alert)
            try transaction.notify(of: alert, at: place, except: nil, now: now)
        }
    }
}

extension Duration {
    var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}
