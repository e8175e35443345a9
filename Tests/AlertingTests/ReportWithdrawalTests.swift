import Alerts
import Foundation
import Geography
import SampleTesting
import Storage
import Synchronization
import Testing

@testable import Alerting

/// A store that runs an action right after the subscribers of reports were read.
private final class BusyReports: ReportStore {
    typealias Event = @Sendable (Alert.ID) async throws -> Void

    private let store: SQLiteStore
    private let event = Mutex<Event?>(nil)

    init(store: SQLiteStore) { self.store = store }

    /// Runs an action once, at the next query.
    func next(_ act: @escaping Event) { event.withLock { $0 = act } }

    func writeReports<Outcome: Sendable>(
        _ acts: @escaping @Sendable (any ReportTransaction) throws -> Outcome
    ) async throws -> Outcome {
        try await store.writeReports(acts)
    }

    func newestFence() async throws -> Fence.Number { try await store.newestFence() }

    func unannouncedAlerts(limit: Int) async throws -> [Alert.ID] {
        try await store.unannouncedAlerts(limit: limit)
    }

    func unannouncedReports(of alert: Alert.ID, at now: Date, limit: Int) async throws -> UnannouncedReports?
    {
        let found = try await store.unannouncedReports(of: alert, at: now, limit: limit)
        let act = event.withLock { $0.take() }
        try await act?(alert)
        return found
    }
}

/// Nobody is notified of a report that was already withdrawn.
@Suite struct ReportWithdrawalTests {
    private let network: NewsNetwork
    private let store: BusyReports
    private let service: ReportService
    private let place = Coordinate(7.605, 47.555)

    init() async throws {
        network = try await NewsNetwork()
        store = BusyReports(store: network.store)
        service = ReportService(store: store)
    }

    @Test(arguments: [true, false])
    func `a subscriber is not notified of a report that is withdrawn at this moment`(
        isWithdrawn: Bool
    ) async throws {
        let near = Coordinate(7.630, 47.555)
        let anna = try await network.account("anna")
        try await network.keep(.sample(of: anna, area: .circle(centre: near, radius: 300)))
        let (one, two) = (try await network.account("one"), try await network.account("two"))
        for (account, position) in [(one, place), (two, near)] {
            let report = Report(
                account: account, position: position, allergens: ["birch"], symptoms: [.cough], comment: nil)
            _ = try await service.receive(report, at: noon)
        }
        #expect(try await network.news().isEmpty)
        store.next { [service] alert in
            if isWithdrawn { try await service.withdraw(alert, by: two, at: noon) }
        }
        try await service.announceReports { noon }
        #expect(try await network.news().map(\.account) == (isWithdrawn ? [] : [anna]))
        #expect(try await network.store.unannouncedAlerts(limit: 1).isEmpty)
    }
}
