import API
import Alerting
import Allergens
import Authentication
import Foundation
import Logging
import Observations
import ServiceLifecycle
import Storage

/// Connects the routes to what operators see and decide about their stations.
struct StationPort: StationDesk {
    let network: Network
    let now: @Sendable () -> Date

    private var store: SQLiteStore { network.store }

    func notes(of station: Station.ID, days: ClosedRange<CivilDate>) async throws -> [StationNote] {
        try await store.notes(of: station, days: days)
    }

    func forecasts(
        of station: Station.ID, days: ClosedRange<CivilDate>, allergens: AllergenSet?
    ) async throws -> [StationForecast] {
        try await store.forecasts(of: station, days: days, allergens: allergens)
    }

    func suspects(
        of station: Station.ID, before place: SuspectValue.Place?, limit: Int
    ) async throws -> SuspectPage {
        try await store.suspects(of: station, before: place, limit: limit)
    }

    func revisions(of station: Station.ID, before: Int64?, limit: Int) async throws -> [Revision] {
        try await store.revisions(of: station, before: before, limit: limit)
    }

    func uploads(
        of station: Station.ID, before: Int64?, limit: Int
    ) async throws -> [(number: Int64, upload: UploadRecord)] {
        try await store.uploads(of: station, before: before, limit: limit)
    }

    func decide(
        _ decisions: [(allergen: Allergen.ID, period: Reading.Period, isConfirmed: Bool)],
        at station: Station.ID, by credential: String
    ) async throws -> [Bool?] {
        try await network.decide(
            decisions.map {
                ReadingDecision(allergen: $0.allergen, period: $0.period, isConfirmed: $0.isConfirmed)
            }, at: station, by: .key(credential), now: now())
    }

    func keys(of station: Station.ID) async throws -> [StationKey] { try await store.keys(of: station) }

    func makeKey(
        for station: Station.ID, label: String?, replacing former: String?, grace: Duration
    ) async throws -> (id: String, secret: String) {
        try await network.makeKey(
            for: station, label: label, replacing: former, grace: grace, at: now())
    }

    func revokeKey(_ id: String, of station: Station.ID) async throws {
        try await store.revokeKey(id, of: station, sparingLast: true, at: now())
    }
}

/// Writes the last uses of keys to the store, once a minute and at the end, and removes keys that ended long
/// ago.
struct KeyUseService: Service {
    /// The longest delay before a use is written.
    static let interval = Duration.seconds(60)

    let store: SQLiteStore
    let uses: CredentialUses
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                try? await Task.sleep(for: Self.interval)
                await write()
            }
        }
        await write()
    }

    private func write() async {
        do {
            try await store.noteUses(uses.take())
            try await store.forgetKeys(at: Date())
        } catch {
            // Nothing depends on it, and the next use is recorded again.
            logger.warning("uses of keys not noted", metadata: ["error": "\(error)"])
        }
    }
}
