import Alerting
import Alerts
import Allergens
import Forecasting
import Foundation
import Geography
import Observations
import People
import SampleTesting
import Storage
import Synchronization

/// The services that raise alerts, over a store in a file of its own.
final class NewsNetwork: Sendable {
    let store: SQLiteStore
    private let folder: TemporaryFolder
    /// The file of the store.
    let path: String
    private let seen = Mutex<Int64>(0)
    private let readings: ReadingService
    let forecasts: ForecastService
    let reports: ReportService
    private let fences: FenceService

    init(_ stations: [Station] = [.sample()], sampler: any FieldSampler = FlatSampler()) async throws {
        folder = try TemporaryFolder()
        path = folder.path("store.sqlite")
        store = try SQLiteStore(path: path)
        readings = ReadingService(
            store: store, policy: AlertPolicy(taxonomy: .standard, sampler: sampler))
        forecasts = ForecastService(
            store: store, taxonomy: .standard, sampler: sampler)
        reports = ReportService(store: store)
        fences = FenceService(store: Fences(store: store))
        try await store.add(stations)
    }

    func account(_ name: String = "anna") async throws -> Account.ID {
        guard let account = try await store.addAccount(named: name, at: noon) else { throw NameTaken() }
        return account.id
    }

    @discardableResult
    func keep(_ fence: Fence, replacing: Bool = false, at now: Date = noon) async throws -> Bool {
        try await fences.keep(fence, replacing: replacing, at: now)
    }

    /// Stores readings, and returns the new entries in the inboxes.
    @discardableResult
    func take(_ readings: Reading..., at now: Date = noon) async throws -> [LedgerEntry] {
        _ = try await self.readings.keep(Submission(readings: readings), at: now)
        return try await news()
    }

    /// Stores a submission, and returns the new entries in the inboxes.
    func take(_ submission: Submission, at now: Date = noon) async throws -> [LedgerEntry] {
        _ = try await readings.keep(submission, at: now)
        return try await news()
    }

    func counts(_ submission: Submission, at now: Date = noon) async throws -> IntakeTally {
        try await readings.keep(submission, at: now)
    }

    func tryOut(_ submission: Submission, at now: Date = noon) async throws -> IntakeTally {
        try await readings.dryRun().keep(submission, at: now)
    }

    func dryRun() throws -> ReadingDryRun { try readings.dryRun() }

    /// Decides about today's value at Basel, and returns the new entries in the inboxes.
    func decide(_ allergen: Allergen.ID, isConfirmed: Bool) async throws -> [LedgerEntry] {
        let decision = ReadingDecision(allergen: allergen, period: .day(today), isConfirmed: isConfirmed)
        _ = try await readings.decide([decision], at: "basel", by: .key("a1"), now: noon)
        return try await news()
    }

    /// Stores forecasts, which raise no alerts by themselves.
    func take(forecasts: [Forecast], at now: Date = noon) async throws {
        _ = try await readings.keep(Submission(forecasts: forecasts), at: now)
    }

    /// Stores modelled forecasts, which raise no alerts by themselves.
    func expect(_ forecasts: ModelledForecast..., at now: Date = noon) async throws {
        _ = try await store.keep(forecasts, reach: 50_000, at: now)
    }

    /// Runs the forecast round at a time, and returns the new entries in the inboxes.
    func look(at now: Date) async throws -> [LedgerEntry] {
        try await forecasts.run(at: now)
        return try await news()
    }

    func report(_ report: Report, at now: Date = noon) async throws -> (alert: Alert, entries: [LedgerEntry])
    {
        let alert = try await reports.receive(report, at: now)
        return (alert, try await news())
    }

    /// The entries in the inboxes since the last call.
    func news() async throws -> [LedgerEntry] {
        let news = try await store.newEntries(after: seen.withLock { $0 }, limit: 10_000)
        seen.withLock { $0 = news.last }
        return news.entries
    }

    private struct NameTaken: Error {}
}

/// A map that shows the mean of all stations everywhere.
struct FlatSampler: FieldSampler {
    struct Flat: FenceField {
        let reach = 150_000.0
        let value: FieldValue?

        func highest(in fence: WatchingFence) throws -> FieldValue? { value }
    }

    func field(of allergen: Allergen, on day: CivilDate, among values: [DayValue]) -> any FenceField {
        guard let bounds = Scale.standard(for: allergen)?.bounds, !values.isEmpty else {
            return Flat(value: nil)
        }
        let mean = values.map(\.value).reduce(0, +) / Double(values.count)
        return Flat(
            value: FieldValue(
                concentration: mean, level: bounds.level(of: mean), nearest: values[0].station, distance: 7))
    }
}

struct Fences: FenceStore {
    let store: SQLiteStore

    func add(_ fence: Fence, footprint: FenceFootprint, at now: Date) async throws {
        try await store.add(fence, footprint: footprint, at: now)
    }

    func replace(_ fence: Fence, footprint: FenceFootprint, at now: Date) async throws -> Bool {
        try await store.replace(fence, footprint: footprint, at: now)
    }
}
