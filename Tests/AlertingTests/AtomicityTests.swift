import Alerts
import Allergens
import Foundation
import Geography
import Observations
import People
import SampleTesting
import Storage
import Testing

@testable import Alerting

/// A store whose ledger is full: everything works but raising an alert.
private struct FullArchive: AlertStore {
    struct LedgerFull: Error {}

    let store: SQLiteStore

    func write<Outcome: Sendable>(
        _ acts: @escaping @Sendable (any AlertTransaction) throws -> Outcome,
        committed: @escaping @Sendable (Outcome) -> Void
    ) async throws -> Outcome {
        try await store.write({ try acts(Transaction(real: $0)) }, committed: committed)
    }

    func rehearsal() throws -> any AlertDryRun { try store.rehearsal() }

    struct Transaction: AlertTransaction {
        let real: any AlertTransaction

        func keep(
            _ readings: JudgedReadings, received: Date, by submitter: Submitter
        ) throws -> [KeptReading] {
            try real.keep(readings, received: received, by: submitter)
        }

        func kept(
            _ allergen: Allergen.ID, at station: Station.ID, in period: Reading.Period
        ) throws -> KeptValue? {
            try real.kept(allergen, at: station, in: period)
        }

        func hasReading(at station: Station.ID, before day: CivilDate) throws -> Bool {
            try real.hasReading(at: station, before: day)
        }

        func decide(
            _ quality: ReadingQuality, about allergen: Allergen.ID, at station: Station.ID,
            in period: Reading.Period, by submitter: Submitter, now: Date
        ) throws -> (isChanged: Bool, day: CivilDate, value: Double)? {
            try real.decide(quality, about: allergen, at: station, in: period, by: submitter, now: now)
        }

        func keep(_ reading: ClassReading, received: Date) throws -> Keeping {
            try real.keep(reading, received: received)
        }

        func keep(_ note: StationNote, received: Date) throws {
            try real.keep(note, received: received)
        }

        func keep(_ forecast: Forecast, received: Date) throws -> Keeping {
            try real.keep(forecast, received: received)
        }

        func station(_ id: Station.ID) throws -> Station? { try real.station(id) }

        func newestValues(of allergen: Allergen.ID, until day: CivilDate) throws -> [DayValue] {
            try real.newestValues(of: allergen, until: day)
        }

        func value(of allergen: Allergen.ID, at station: Station.ID, on day: CivilDate) throws -> DayValue? {
            try real.value(of: allergen, at: station, on: day)
        }

        func forecasts(of allergen: Allergen.ID, for day: CivilDate) throws -> [DayValue] {
            try real.forecasts(of: allergen, for: day)
        }

        func visitFences(
            touching box: BoundingBox, watching allergen: Allergen.ID, for kind: Alert.Kind, at now: Date,
            _ visit: (WatchingFence) throws -> Void
        ) throws {
            try real.visitFences(touching: box, watching: allergen, for: kind, at: now, visit)
        }

        func remember(_ announcements: [Fence.Number: Announcement?], of allergen: Allergen.ID) throws {
            try real.remember(announcements, of: allergen)
        }

        func add(_ alert: Alert) throws { try real.add(alert) }

        func keep(_ report: Report, in alert: Alert.ID, at now: Date) throws {
            try real.keep(report, in: alert, at: now)
        }

        func remove(_ account: Account.ID, at now: Date) throws -> [Alert] {
            try real.remove(account, at: now)
        }

        func end(_ alert: Alert.ID, at now: Date) throws { try real.end(alert, at: now) }

        func tell(of alert: Alert, concerned: [Fence.Number: Double], now: Date) throws {
            try real.tell(of: alert, concerned: concerned, now: now)
            throw LedgerFull()
        }

        func tell(of alert: Alert, at position: Coordinate, except reporter: Account.ID?, now: Date) throws {
            try real.tell(of: alert, at: position, except: reporter, now: now)
            throw LedgerFull()
        }

        func tell(of alert: Alert, insteadOf former: Alert.ID, now: Date) throws {
            try real.tell(of: alert, insteadOf: former, now: now)
            throw LedgerFull()
        }

        func dueForecastRounds(at now: Date, limit: Int) throws -> [DueForecastRound] {
            try real.dueForecastRounds(at: now, limit: limit)
        }

        func schedule(_ rounds: [Fence.Number: (day: CivilDate?, next: Date)]) throws {
            try real.schedule(rounds)
        }

        func reopenForecastRounds(
            touching box: BoundingBox, watching allergen: Allergen.ID, for day: CivilDate, at now: Date
        ) throws {
            try real.reopenForecastRounds(touching: box, watching: allergen, for: day, at: now)
        }

        func allergensForecast(for day: CivilDate) throws -> [Allergen.ID] {
            try real.allergensForecast(for: day)
        }

        func visitFences(
            _ fences: [Fence.Number], watching allergen: Allergen.ID, forecastFor day: CivilDate,
            _ visit: (WatchingFence) throws -> Void
        ) throws {
            try real.visitFences(fences, watching: allergen, forecastFor: day, visit)
        }

        func rememberForecast(
            _ levels: [Fence.Number: Level], of allergen: Allergen.ID, for day: CivilDate
        ) throws {
            try real.rememberForecast(levels, of: allergen, for: day)
        }

        func standingAlerts(
            _ kind: Alert.Kind, at station: Station.ID, of allergen: Allergen.ID, day: CivilDate, at now: Date
        ) throws -> [Alert] {
            try real.standingAlerts(kind, at: station, of: allergen, day: day, at: now)
        }
    }
}

/// A store in which everything works until the transaction is to be committed.
private struct FailingArchive: ReportStore {
    let store: SQLiteStore

    func writeReports<Outcome: Sendable>(
        _ acts: @escaping @Sendable (any ReportTransaction) throws -> Outcome,
        committed: @escaping @Sendable (Outcome) -> Void
    ) async throws -> Outcome {
        try await store.writeReports(
            { transaction in
                _ = try acts(transaction)
                throw FullArchive.LedgerFull()
            }, committed: committed)
    }

    func untoldAlerts(limit: Int) async throws -> [Alert.ID] { [] }

    func untoldReports(of alert: Alert.ID, at now: Date, limit: Int) async throws -> UnannouncedReports? {
        nil
    }
}

@Suite struct AtomicityTests {
    let network: NewsNetwork
    let anna: Account.ID

    init() async throws {
        network = try await NewsNetwork()
        anna = try await network.account()
        try await network.keep(.sample(of: anna))
    }

    private var failing: FailingArchive { FailingArchive(store: network.store) }
    private var full: FullArchive { FullArchive(store: network.store) }
    private let policy = AlertPolicy(taxonomy: .standard, gauge: FlatGauge())

    @Test func `a reading whose alert cannot be raised is not kept`() async throws {
        let desk = ReadingService(
            store: full, watcher: NobodyWatching(), policy: policy)
        await #expect(throws: FullArchive.LedgerFull.self) {
            _ = try await desk.take([.sample(1, of: "grass"), .sample(80)], at: noon)
        }
        #expect(try await network.store.readings(of: "basel", days: today...today).isEmpty)
        #expect(try await network.store.entries(of: anna, after: 0, limit: 10).isEmpty)
        // Nothing was announced either: the next try is told.
        #expect(try await network.take(.sample(80)).count == 1)
    }

    @Test func `a report whose alert cannot be raised is not kept`() async throws {
        let desk = ReportService(store: failing, watcher: NobodyWatching())
        let bert = try await network.account("bert")
        let report = Report(account: bert, position: .basel, allergens: [], symptoms: [], comment: nil)
        await #expect(throws: FullArchive.LedgerFull.self) { _ = try await desk.take(report, at: noon) }
        let found = try await network.store.alerts(
            in: .world, at: noon, concerning: AllergenSet(), limit: 10)
        #expect(found.isEmpty)
    }

    @Test func `a batch says what became of its rows and which days changed`() async throws {
        let desk = ReadingService(
            store: network.store, watcher: NobodyWatching(), policy: policy)
        _ = try await desk.take([.sample(1), .sample(2, of: "grass")], at: noon)
        let tomorrow = today.adding(days: 1)
        let forecast = Forecast(station: "basel", allergen: "hazel", day: tomorrow, value: 3)
        let counts = try await desk.take(
            [.sample(1), .sample(3, of: "grass"), .sample(4, on: today.adding(days: -9))],
            forecasts: [forecast], at: noon)
        #expect(counts.accepted == 1 && counts.replaced == 1 && counts.unchanged == 1)
        let changed: [Allergen.ID: Set<CivilDate>] = [
            "birch": [today.adding(days: -9)], "grass": [today], "hazel": [tomorrow],
        ]
        #expect(counts.changed == changed)
    }

    @Test func `an unusable area is refused and a fence of somebody else is not replaced`() async throws {
        let bert = try await network.account("bert")
        #expect(try await network.keep(.sample(of: bert), replacing: true) == false)
        #expect(try await network.store.fences(of: anna).map(\.name) == ["Home"])
        #expect(try await network.store.fences(of: bert).isEmpty)
    }
}
