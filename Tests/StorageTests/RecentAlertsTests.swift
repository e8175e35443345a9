import Alerts
import Foundation
import Geography
import People
import SampleTesting
import Testing

@testable import Storage

/// Alerts that are told as they were read a moment ago.
@Suite struct RecentAlertsTests {
    private let recent = RecentAlerts()
    private let start = ContinuousClock.now

    private func keep(_ name: String, newest: Int64, after pause: Duration = .zero) {
        let told = ToldAlert(alert: .sample(name), isExperts: false)
        recent.keep([1: told], newest: newest, at: start + pause)
    }

    private func known(for line: Int64, after pause: Duration = .zero) -> String? {
        recent.alerts([1: line], at: start + pause)[1]?.alert.id.rawValue
    }

    @Test func `an alert is known for the lines that the ledger had when it was read`() {
        keep("first", newest: 7)
        #expect(known(for: 7) == "first" && known(for: 3) == "first")
        #expect(known(for: 8) == nil)
        #expect(recent.alerts([2: 1], at: start).isEmpty)
        keep("second", newest: 8)
        #expect(known(for: 8) == "second" && known(for: 7) == "second")
    }

    @Test(arguments: [0.0, 0.3, 0.7, 1.1, 2.5])
    func `it is known for a second, whenever it was read`(pause: Double) {
        keep("other", newest: 7)
        keep("alert", newest: 7, after: .seconds(pause))
        #expect(known(for: 7, after: .seconds(pause + 0.999)) == "alert")
        #expect(known(for: 7, after: .seconds(pause + 1.001)) == nil)
        #expect(known(for: 7, after: .seconds(pause + 60)) == nil)
    }

    @Test func `a new line tells what the alert has become, and lines before tell the same`() async throws {
        let opened = try OpenedArchive()
        let (anna, ben) = (try await opened.account("anna"), try await opened.account("ben"))
        for account in [anna, ben] {
            try await opened.store.add(
                .sample("fence of \(account)", of: account),
                footprint: FenceFootprint(anchor: .basel, boxes: [.world], extent: 5_000, outline: nil),
                at: noon)
        }
        let alert = Alert.sample("alert", kind: .user, level: nil)
        func report(_ comment: String, by reporter: Account.ID, at instant: Date) async throws -> [String?] {
            let report = Report(
                account: reporter, position: .basel, allergens: ["birch"], symptoms: [], comment: comment)
            try await opened.store.writeReports { transaction in
                if try transaction.alert(alert.id) == nil { try transaction.add(alert) }
                try transaction.keep(report, in: alert.id, at: instant)
                try transaction.notify(of: alert, at: .basel, except: reporter, now: noon)
            }
            let news = try await opened.store.news(of: [anna, ben], after: 0, limit: 10)
            return news.lines.map { news.alerts[$0.alert].testimony?.comment }
        }
        #expect(try await report("sneezing", by: ben, at: noon) == ["sneezing"])
        #expect(
            try await report("coughing", by: anna, at: noon + 60) == ["coughing", "coughing"],
            "what was read before the second line is not told with it")
    }
}
