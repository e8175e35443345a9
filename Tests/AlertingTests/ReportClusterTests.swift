import Alerts
import Allergens
import Foundation
import Geography
import People
import SampleTesting
import Storage
import Testing

@testable import Alerting

/// Reports of the same allergens nearby join one alert.
@Suite struct ReportClusterTests {
    let network: NewsNetwork
    let anna: Account.ID
    /// The middle of a cell of the public grid.
    private let place = Coordinate(7.605, 47.555)

    init() async throws {
        network = try await NewsNetwork()
        anna = try await network.account("anna")
    }

    /// A report by a new account.
    private func report(
        by name: String, at position: Coordinate? = nil, _ allergens: [Allergen.ID] = ["birch"],
        after seconds: TimeInterval = 0, comment: String? = nil
    ) async throws -> Alert {
        let account = try await network.account(name)
        return try await report(by: account, at: position, allergens, after: seconds, comment: comment)
    }

    private func report(
        by account: Account.ID, at position: Coordinate? = nil, _ allergens: [Allergen.ID] = ["birch"],
        after seconds: TimeInterval = 0, comment: String? = nil
    ) async throws -> Alert {
        let report = Report(
            account: account, position: position ?? place, allergens: allergens, symptoms: [.cough],
            comment: comment, isNamed: true)
        return try await network.reports.receive(report, at: noon.addingTimeInterval(seconds))
    }

    /// Announces joined reports, and returns the entries in the inboxes since the last call.
    private func told(after seconds: TimeInterval = 0) async throws -> [LedgerEntry] {
        try await network.reports.announceReports { noon.addingTimeInterval(seconds) }
        return try await network.news()
    }

    @Test func `several reports nearby are one alert with a count, announced once`() async throws {
        try await network.keep(.sample(of: anna))
        let first = try await report(by: "one")
        #expect(try await told().map(\.account) == [anna])
        for number in 2...9 {
            let alert = try await report(
                by: "\(number)", at: Coordinate(7.6 + 0.001 * Double(number), 47.55), after: 60)
            #expect(alert.id == first.id && alert.testimony?.reports == number)
        }
        #expect(try await told(after: 60).isEmpty)
        let standing = try await network.store.alerts(
            in: .world, at: noon.addingTimeInterval(61), concerning: AllergenSet(), limit: 10)
        #expect(standing.map(\.id) == [first.id])
        #expect(standing.first?.publicPosition == first.publicPosition)
        #expect(standing.first?.testimony?.reporter == "one")
    }

    @Test func `subscribers concerned only by a later report get the same alert`() async throws {
        let near = Coordinate(7.630, 47.555)
        try await network.keep(.sample(of: anna, area: .circle(centre: place, radius: 300)))
        let berta = try await network.account("berta")
        try await network.keep(.sample("b", of: berta, area: .circle(centre: near, radius: 300)))
        let first = try await report(by: "one")
        #expect(try await told().map(\.account) == [anna])
        let second = try await report(by: "two", at: near, after: 60)
        let entries = try await told(after: 60)
        #expect(second.id == first.id)
        #expect(entries.map(\.account) == [berta] && entries.map(\.alert.id) == [first.id])
        #expect(try await told(after: 61).isEmpty)
    }

    @Test func `nobody is notified of an alert that they reported themselves`() async throws {
        let berta = try await network.account("berta")
        try await network.keep(
            .sample(of: berta, area: .circle(centre: Coordinate(7.63, 47.555), radius: 300)))
        _ = try await report(by: "one")
        _ = try await report(by: berta, after: 10)
        _ = try await report(by: "two", at: Coordinate(7.63, 47.555), after: 20)
        #expect(try await told(after: 20).isEmpty)
    }

    /// Two cells to the south are 2.2 km away, three are 3.3 km.
    @Test(arguments: [(47.530_01, true), (47.539_99, true), (47.529_99, false), (47.520_01, false)])
    func `a report joins when its cell lies within three kilometres of the alert's public position`(
        latitude: Double, joins: Bool
    ) async throws {
        let first = try await report(by: "one")
        let second = try await report(by: "two", at: Coordinate(7.605, latitude))
        #expect((second.id == first.id) == joins)
    }

    @Test func `clusters do not spread`() async throws {
        let first = try await report(by: "one")
        // Each report is within reach of the one before it.
        let second = try await report(by: "two", at: Coordinate(7.635, 47.555))
        let third = try await report(by: "three", at: Coordinate(7.665, 47.555))
        #expect(second.id == first.id && third.id != first.id)
    }

    @Test func `a cluster works across the antimeridian`() async throws {
        let first = try await report(by: "one", at: Coordinate(179.995, -17))
        let second = try await report(by: "two", at: Coordinate(-179.995, -17))
        #expect(second.id == first.id)
    }

    @Test(
        arguments: [
            (["birch"], ["birch"], true), (["birch", "hazel"], ["birch"], true),
            (["birch"], ["birch", "hazel"], false), (["birch"], ["grass"], false), ([], [], true),
            (["birch"], [], false), ([], ["birch"], false),
        ] as [([Allergen.ID], [Allergen.ID], Bool)])
    func `a report joins an alert that includes everything it says`(
        said: [Allergen.ID], says: [Allergen.ID], joins: Bool
    ) async throws {
        let first = try await report(by: "one", said)
        let second = try await report(by: "two", says)
        #expect((second.id == first.id) == joins)
        let kept = try #require(try await network.store.alert(first.id))
        #expect(kept.allergens == first.allergens && kept.testimony?.reports == (joins ? 2 : 1))
    }

    @Test func `a report with fewer allergens that joins is announced to those who watch them`() async throws
    {
        let near = Coordinate(7.630, 47.555)
        try await network.keep(
            .sample(of: anna, area: .circle(centre: near, radius: 300), levels: ["hazel": .low]))
        _ = try await report(by: "one", ["birch", "hazel"])
        _ = try await report(by: "two", at: near, ["birch"])
        #expect(try await told().isEmpty)
        _ = try await report(by: "three", at: near, ["hazel"])
        #expect(try await told().map(\.account) == [anna])
    }

    @Test func `a second report by the same account replaces its first`() async throws {
        let bert = try await network.account("bert")
        let first = try await report(by: bert, comment: "by the river")
        let second = try await report(by: bert, after: 30, comment: "in the park")
        #expect(second.id == first.id)
        #expect(second.testimony?.reports == 1 && second.testimony?.comment == "in the park")
    }

    @Test func `no report joins an expired alert`() async throws {
        let first = try await report(by: "one")
        let second = try await report(by: "two", after: 12 * 3_600)
        #expect(second.id != first.id)
    }

    @Test func `each report extends the alert, up to two days`() async throws {
        let first = try await report(by: "one")
        var last = first
        for hour in stride(from: 11.0, through: 47, by: 9) {
            last = try await report(by: "at \(hour)", after: hour * 3_600)
            #expect(last.id == first.id)
            #expect(last.expires == noon.addingTimeInterval(min(hour + 12, 48) * 3_600))
        }
        let day = noon.addingTimeInterval(47.5 * 3_600)
        let found = try await network.store.alerts(
            in: .world, at: day, concerning: AllergenSet(), limit: 10)
        #expect(found.map(\.id) == [first.id], "the index of alerts is up to date")
        #expect(try await report(by: "too late", after: 48 * 3_600).id != first.id)
    }

    @Test func `reports that join together are all announced`() async throws {
        _ = try await report(by: "one")
        var expected: Set<Account.ID> = []
        for number in 0..<50 {
            // Fifty small fences on a ring, each containing one report alone.
            let angle = Double(number) * .pi / 25
            let spot = Coordinate(7.605 + 0.03 * cos(angle), 47.555 + 0.02 * sin(angle))
            let owner = try await network.account("owner \(number)")
            try await network.keep(
                .sample("\(number)", of: owner, area: .circle(centre: spot, radius: 100)))
            _ = try await report(by: "reporter \(number)", at: spot, after: Double(number))
            expected.insert(owner)
        }
        let entries = try await told(after: 60)
        #expect(entries.count == 50 && Set(entries.map(\.account)) == expected)
        #expect(Set(entries.map(\.alert.id)).count == 1)
    }
}
