import Alerts
import Foundation
import Geography
import SampleTesting
import Testing

@testable import Storage

@Suite struct StandingAlertsTests {
    @Test func `alerts are found by the times at which they are in force, to the second`() async throws {
        let opened = try OpenedArchive()
        _ = try await opened.store.transact { transaction in
            for (name, start) in [("first", 0.0), ("second", 50), ("third", 200)] {
                try transaction.add(.sample(name, sent: noon.addingTimeInterval(start), lasting: 100))
            }
        }
        func names(_ from: Double, _ to: Double) async throws -> [String] {
            let span = noon.addingTimeInterval(from)...noon.addingTimeInterval(to)
            return try await opened.store.alerts(standingIn: span).map(\.id.rawValue)
        }
        #expect(try await names(-1, -1) == [])
        #expect(try await names(0, 0) == ["first"])
        #expect(try await names(99, 99) == ["second", "first"])
        #expect(try await names(100, 100) == ["second"])
        #expect(try await names(150, 199) == [])
        #expect(try await names(60, 200) == ["third", "second", "first"])
    }
}
