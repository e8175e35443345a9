import Alerts
import Foundation
import Geography
import People
import SampleTesting
import Storage
import Testing

@testable import Alerting

/// One account cannot flood the network, and a clock that jumps locks nobody out.
@Suite struct ReportLimitTests {
    let network: NewsNetwork
    let bert: Account.ID

    init() async throws {
        network = try await NewsNetwork()
        bert = try await network.account("bert")
    }

    /// Sends numbered reports, each with its own text.
    private func report(
        _ number: Int, at position: Coordinate = .basel, after seconds: TimeInterval
    ) async throws {
        let report = Report(
            account: bert, position: position, allergens: ["birch"], symptoms: [], comment: "no. \(number)")
        _ = try await network.reports.receive(report, at: noon.addingTimeInterval(seconds))
    }

    private func refusal(of act: () async throws -> Void) async -> ReportRefusal? {
        do {
            try await act()
            return nil
        } catch { return error as? ReportRefusal }
    }

    @Test func `five reports an hour are accepted, and the sixth gets a time to retry`() async throws {
        for number in 0..<5 { try await report(number, after: Double(number) * 60) }
        let refusal = await refusal { try await report(5, after: 600) }
        #expect(refusal == .tooMany(.report, SubscriberAct.report.limits[0], retryAfter: 3_000))
        // A refused report does not count.
        try await report(5, after: 3_600)
        #expect(await self.refusal { try await report(6, after: 3_601) } != nil)
    }

    @Test func `an account may send twenty reports a day`() async throws {
        for number in 0..<20 { try await report(number, after: Double(number) * 1_000) }
        let refusal = await refusal { try await report(20, after: 30_000) }
        #expect(refusal == .tooMany(.report, SubscriberAct.report.limits[1], retryAfter: 56_400))
        try await report(20, after: 86_400)
    }

    @Test func `the limit applies to one account alone`() async throws {
        for number in 0..<5 { try await report(number, after: 0) }
        let clara = try await network.account("clara")
        let report = Report(account: clara, position: .basel, allergens: [], symptoms: [], comment: nil)
        _ = try await network.reports.receive(report, at: noon)
    }

    @Test func `a clock that goes back locks nobody out`() async throws {
        for number in 0..<5 { try await report(number, after: 7_200) }
        // Two hours back: reports from the future are ignored.
        for number in 5..<10 { try await report(number, after: Double(number)) }
        #expect(await refusal { try await report(10, after: 20) } != nil)
        // They still do not count when that time comes.
        for number in 11..<16 { try await report(number, after: 7_201) }
    }

    @Test func `nobody can report from Basel and Vienna within an hour`() async throws {
        let vienna = Coordinate(16.37, 48.21)
        try await report(0, after: 0)
        let refusal = await refusal { try await report(1, at: vienna, after: 3_600) }
        guard case .implausible(let metres, let possible) = refusal else {
            Issue.record("\(String(describing: refusal))")
            return
        }
        #expect((650_000...670_000).contains(metres))
        #expect(abs(possible.timeIntervalSince(noon) - metres / (300_000 / 3_600)) < 1)
        try await report(1, at: vienna, after: possible.timeIntervalSince(noon) + 1)
    }

    @Test func `any speed is accepted within fifty kilometres`() async throws {
        try await report(0, after: 0)
        try await report(1, at: Coordinate(8.2, 47.5), after: 1)
    }

    @Test func `the same report within ten minutes is a duplicate, later it is not`() async throws {
        let report = Report(account: bert, position: .basel, allergens: ["birch"], symptoms: [], comment: nil)
        let alert = try await network.reports.receive(report, at: noon)
        let refusal = await refusal {
            _ = try await network.reports.receive(report, at: noon.addingTimeInterval(599))
        }
        #expect(refusal == .duplicate(alert.id))
        let again = try await network.reports.receive(report, at: noon.addingTimeInterval(600))
        #expect(again.id == alert.id && again.testimony?.reports == 1)
    }

    @Test func `confirmations and flags are limited too`() async throws {
        var alerts: [Alert.ID] = []
        for number in 0..<21 {
            let account = try await network.account("\(number)")
            let report = Report(
                account: account, position: Coordinate(Double(number), 47), allergens: [], symptoms: [],
                comment: nil)
            alerts.append(try await network.reports.receive(report, at: noon).id)
        }
        for alert in alerts.prefix(20) {
            _ = try await network.reports.confirm(alert, by: bert, from: nil, at: noon)
        }
        let confirmation = await refusal {
            _ = try await network.reports.confirm(alerts[20], by: bert, from: nil, at: noon)
        }
        #expect(
            confirmation == .tooMany(.confirmation, SubscriberAct.confirmation.limits[0], retryAfter: 3_600))
        #expect(try await network.store.alert(alerts[20])?.testimony?.confirmations == 0)
        for alert in alerts.prefix(10) {
            try await network.reports.flag(alert, by: bert, as: .spam, at: noon)
        }
        let flag = await refusal {
            try await network.reports.flag(alerts[10], by: bert, as: .spam, at: noon)
        }
        #expect(flag == .tooMany(.flag, SubscriberAct.flag.limits[0], retryAfter: 3_600))
    }
}
