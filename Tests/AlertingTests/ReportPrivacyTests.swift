import Alerts
import Foundation
import Geography
import People
import SampleTesting
import SeededTesting
import Storage
import Testing

@testable import Alerting

/// No choice of fences reveals where in its cell a report was made.
@Suite struct ReportPrivacyTests {
    let network: NewsNetwork
    /// A corner of the grid in each of the hardest places.
    private static let corners = [
        (7.60, 47.55), (179.99, -17.20), (-180.0, 66.0), (12.0, 89.99), (0.0, -90.0),
    ]

    init() async throws { network = try await NewsNetwork() }

    /// Draws the fences of an attacker who looks for a reporter: stripes of ten metres,
    /// circles of a hundred, combs.
    private func draw(about corner: Coordinate, using generator: inout SeededGenerator) async throws {
        for number in 0..<60 {
            let account = try await network.account("\(corner) \(number)")
            let near = Coordinate.random(near: corner, within: 0.02, using: &generator)
            try await network.keep(
                .sample("\(corner) \(number)", of: account, area: area(number, near, using: &generator)))
        }
    }

    private func area(_ number: Int, _ near: Coordinate, using generator: inout SeededGenerator) -> Fence.Area
    {
        let (west, south) = (min(near.longitude, 179.9), min(near.latitude, 89.9))
        switch number % 3 {
        case 0: return .circle(centre: near, radius: .random(in: 100...2_000, using: &generator))
        case 1: return .polygons([.rectangle(BoundingBox(west, south, west + 0.0001, south + 0.02))])
        default: return .polygons([.rectangle(BoundingBox(west, south, west + 0.02, south + 0.0001))])
        }
    }

    /// The accounts notified of a report, whether it raises a new alert or joins one.
    private func told(of report: Report, at now: Date) async throws -> (
        alert: Alert, accounts: Set<Account.ID>
    ) {
        let alert = try await network.reports.receive(report, at: now)
        try await network.reports.announceReports { now }
        let news = try await network.news().filter { $0.alert.message == .alert }
        return (alert, Set(news.map(\.account)))
    }

    private func report(by name: String, at position: Coordinate) async throws -> Report {
        Report(
            account: try await network.account(name), position: position, allergens: ["birch"], symptoms: [],
            comment: nil)
    }

    private func positions(in corner: (Double, Double), using generator: inout SeededGenerator)
        -> [Coordinate]
    {
        let inside = [0.000_001, 0.009_999]
        let corners = inside.flatMap { east in
            inside.map { Coordinate(corner.0 + east, corner.1 + $0) }
        }
        return corners
            + (0..<4).map { _ in
                Coordinate(
                    corner.0 + .random(in: 0.000_1...0.009_9, using: &generator),
                    corner.1 + .random(in: 0.000_1...0.009_9, using: &generator))
            }
    }

    @Test(arguments: 0..<5)
    func `the same people are notified wherever in its cell a report is made`(place: Int) async throws {
        var generator = SeededGenerator(seed: UInt64(place))
        let corner = Self.corners[place]
        try await draw(about: Coordinate(corner.0, corner.1), using: &generator)
        var answers: Set<Set<Account.ID>> = []
        for (number, position) in positions(in: corner, using: &generator).enumerated() {
            let report = try await report(by: "reporter \(number)", at: position)
            let now = noon.addingTimeInterval(Double(number))
            let (alert, accounts) = try await told(of: report, at: now)
            #expect(!accounts.isEmpty)
            answers.insert(accounts)
            try await network.reports.withdraw(alert.id, by: report.account, at: now)
            _ = try await network.news()
        }
        #expect(answers.count == 1, "\(answers)")
    }

    @Test func `the same people are notified of a joining report, wherever in its cell it is made`()
        async throws
    {
        var generator = SeededGenerator(seed: 9)
        try await draw(about: Coordinate(7.60, 47.55), using: &generator)
        var answers: Set<Set<Account.ID>> = []
        for (number, position) in positions(in: (7.60, 47.55), using: &generator).enumerated() {
            let now = noon.addingTimeInterval(Double(number) * 60)
            let first = try await report(by: "first \(number)", at: Coordinate(7.575, 47.555))
            let alert = try await told(of: first, at: now).alert
            let second = try await report(by: "second \(number)", at: position)
            let joined = try await told(of: second, at: now)
            #expect(joined.alert.id == alert.id && !joined.accounts.isEmpty)
            answers.insert(joined.accounts)
            for report in [first, second] {
                try await network.reports.withdraw(alert.id, by: report.account, at: now)
            }
            _ = try await network.news()
        }
        #expect(answers.count == 1, "\(answers)")
    }

    @Test func `the alert that a report joins does not reveal where in its cell it was made`() async throws {
        // The boundary three kilometres around the first cell crosses the cells of the others.
        for (number, latitude) in [47.520_01, 47.525, 47.529_99].enumerated() {
            let now = noon.addingTimeInterval(Double(number) * 60)
            let first = try await report(by: "first \(number)", at: Coordinate(7.605, 47.555))
            let alert = try await network.reports.receive(first, at: now)
            let second = try await report(by: "second \(number)", at: Coordinate(7.605, latitude))
            let other = try await network.reports.receive(second, at: now)
            #expect(other.id != alert.id)
            try await network.reports.withdraw(alert.id, by: first.account, at: now)
            try await network.reports.withdraw(other.id, by: second.account, at: now)
        }
    }

    @Test func `the trace of an alert explains a fence's omission by the cell alone`() async throws {
        let anna = try await network.account("anna")
        let near = Fence.Area.circle(centre: Coordinate(7.605, 47.570), radius: 500)
        try await network.keep(.sample(of: anna, area: near))
        let alert = try await network.reports.receive(
            try await report(by: "bert", at: Coordinate(7.605, 47.559_9)), at: noon)
        let inquiry = AlertInquiry(store: network.store)
        let findings = try #require(try await inquiry.findings(about: alert.id, account: anna, limit: 10))
        #expect(findings.others.map(\.reason) == ["it does not touch the public cell"])
    }
}
