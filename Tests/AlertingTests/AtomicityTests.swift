import Alerts
import Allergens
import Foundation
import GRDB
import Geography
import Observations
import People
import SampleTesting
import Storage
import Synchronization
import Testing

@testable import Alerting

@Suite struct AtomicityTests {
    let network: NewsNetwork
    let anna: Account.ID

    init() async throws {
        network = try await NewsNetwork()
        anna = try await network.account()
        try await network.keep(.sample(of: anna))
    }

    /// Runs `body` while nothing can be written into the ledger.
    private func withFullLedger(_ body: () async throws -> Void) async throws {
        let other = try DatabaseQueue(path: network.path)
        try await other.write { database in
            try database.execute(
                sql: """
                    CREATE TRIGGER fullLedger BEFORE INSERT ON delivery
                    BEGIN SELECT RAISE(ABORT, 'the ledger is full'); END
                    """)
        }
        try await body()
        try await other.write { try $0.execute(sql: "DROP TRIGGER fullLedger") }
    }

    private let policy = AlertPolicy(taxonomy: .standard, sampler: FlatSampler())

    @Test func `a reading is not stored when its alert cannot be raised`() async throws {
        let service = ReadingService(store: network.store, policy: policy)
        try await withFullLedger {
            await #expect(throws: DatabaseError.self) {
                _ = try await service.keep(
                    Submission(readings: [.sample(1, of: "grass"), .sample(80)]), at: noon)
            }
        }
        #expect(try await network.store.readings(of: "basel", days: today...today).isEmpty)
        #expect(try await network.store.entries(of: anna, after: 0, limit: 10).isEmpty)
        // Nothing was announced either, so the next try raises the alert.
        #expect(try await network.take(.sample(80)).count == 1)
    }

    @Test func `a report is not stored when its alert cannot be raised`() async throws {
        let service = ReportService(store: network.store)
        let bert = try await network.account("bert")
        let report = Report(account: bert, position: .basel, allergens: ["birch"], symptoms: [], comment: nil)
        try await withFullLedger {
            await #expect(throws: DatabaseError.self) { _ = try await service.receive(report, at: noon) }
        }
        let found = try await network.store.alerts(
            in: .world, at: noon, concerning: AllergenSet(), limit: 10)
        #expect(found.isEmpty)
    }

    @Test func `a batch reports the outcome of its rows and the days that changed`() async throws {
        let service = ReadingService(store: network.store, policy: policy)
        _ = try await service.keep(Submission(readings: [.sample(1), .sample(2, of: "grass")]), at: noon)
        let observer = RecordingObserver()
        network.store.observe(observer)
        let tomorrow = today.adding(days: 1)
        let forecast = Forecast(station: "basel", allergen: "hazel", day: tomorrow, value: 3)
        let tally = try await service.keep(
            Submission(
                readings: [.sample(1), .sample(3, of: "grass"), .sample(4, on: today.adding(days: -9))],
                forecasts: [forecast]), at: noon)
        #expect(tally.accepted == 1 && tally.replaced == 1 && tally.unchanged == 1)
        let changed: [Allergen.ID: Set<CivilDate>] = [
            "birch": [today.adding(days: -9)], "grass": [today], "hazel": [tomorrow],
        ]
        #expect(observer.changes.withLock(\.self).map(\.days) == [changed])
    }

    @Test func `what is rolled back is told to no observer`() async throws {
        let service = ReadingService(store: network.store, policy: policy)
        let observer = RecordingObserver()
        network.store.observe(observer)
        try await withFullLedger {
            _ = try? await service.keep(Submission(readings: [.sample(80)]), at: noon)
        }
        #expect(observer.changes.withLock(\.self).isEmpty)
        _ = try await service.keep(Submission(readings: [.sample(80)]), at: noon)
        #expect(observer.changes.withLock(\.self).map(\.ledgerGrew) == [true])
    }

    @Test func `an invalid area is refused, and nobody can replace another's fence`() async throws {
        let bert = try await network.account("bert")
        #expect(try await network.keep(.sample(of: bert), replacing: true) == false)
        #expect(try await network.store.fences(of: anna).map(\.name) == ["Home"])
        #expect(try await network.store.fences(of: bert).isEmpty)
    }
}

/// Remembers the changes that it was told.
private final class RecordingObserver: ChangeObserver {
    let changes = Mutex<[CommittedChanges]>([])

    func committed(_ changes: CommittedChanges) { self.changes.withLock { $0.append(changes) } }
}
