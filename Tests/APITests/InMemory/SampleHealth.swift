import Alerts
import Foundation
import SampleTesting

@testable import API
@testable import HTTP

/// A service that is ready until a test says otherwise.
struct SampleHealth: Health, ServiceStateSource {
    let isReady = Guarded(true)

    func ready() async throws {
        struct Asleep: Error {}
        guard isReady.value else { throw Asleep() }
    }
    func state() async -> ServiceState {
        ServiceState(
            failure: isReady.value ? nil : .full, databaseSize: 4_096, freeSpace: 1_000_000, lastBackup: noon,
            queued: 3,
            jobs: [.init(kind: .retention, lastRun: noon, succeeded: true), .init(kind: .preparation)],
            sendings: [.init(kind: .alerts, sent: 5, delivered: 4, failed: 1, dropped: 0)])
    }
    func metrics() async throws -> String { "# TYPE up gauge\nup 1\n" }
}
