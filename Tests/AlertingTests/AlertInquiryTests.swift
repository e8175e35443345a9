import Alerts
import Allergens
import Foundation
import Geography
import People
import SampleTesting
import Storage
import Testing

@testable import Alerting

extension SQLiteStore: InquiryStore {}

/// Who was notified of an alert, and why others were not.
@Suite struct AlertInquiryTests {
    let network: NewsNetwork
    private let hour: TimeInterval = 3_600

    init() async throws {
        network = try await NewsNetwork([.sample(), .sample("liestal", at: Coordinate(7.73, 47.48))])
    }

    /// Adds a fence with an account of its own; by default a high value at Basel concerns it.
    private func live(
        _ name: String, at centre: Coordinate = .basel, levels: [Allergen.ID: Level] = ["birch": .high],
        since instant: Date = noon, _ change: (inout Fence) -> Void = { _ in }
    ) async throws {
        let account = try await network.account(name)
        var fence = Fence.sample(
            name, of: account, area: .circle(centre: centre, radius: 5_000), levels: levels)
        change(&fence)
        try await network.keep(fence, at: instant)
    }

    private func findings(
        _ alert: Alert.ID, _ name: String? = nil, limit: Int = 100
    ) async throws -> AlertInquiry.Findings {
        var account: Account.ID?
        if let name { account = try #require(try await network.store.account(named: name)).id }
        return try #require(
            try await AlertInquiry(store: network.store).findings(
                about: alert, account: account, limit: limit))
    }

    /// The reasons by account.
    private func reasons(_ alert: Alert.ID, _ name: String? = nil) async throws -> [String: String] {
        let others = try await findings(alert, name).others
        return Dictionary(uniqueKeysWithValues: others.map { ($0.account, $0.reason) })
    }

    @Test func `every subscriber who was not notified of a station's alert has a reason`() async throws {
        let over = CivilDate.accepted.lowerBound...today.adding(days: -1)
        let later = today.adding(days: 1)...CivilDate.accepted.upperBound
        try await live("anna")
        try await live("level", levels: ["birch": .veryHigh])
        try await live("allergen", levels: ["grass": .low])
        try await live("kind") { $0.rules.kinds = [.user, .forecast] }
        try await live("over") { $0.rules.days = over }
        try await live("later") { $0.rules.days = later }
        try await live("place", at: Coordinate(7.73, 47.48))
        try await live("map") { $0.rules.gauge = .field }
        try await live("away", at: Coordinate(20, 60))
        try await network.take(.sample(3, at: "liestal"))
        let told = try await network.take(.sample(80), at: noon.addingTimeInterval(hour))
        let alert = try #require(told.first?.alert.id)
        #expect(told.count == 1)
        #expect(
            try await reasons(alert) == [
                "level": "it warns from very high on", "allergen": "it watches none of the alert’s allergens",
                "kind": "it wants no station alerts", "over": "its dates were over",
                "later": "its dates had not begun", "place": "another station speaks for it: liestal",
                "map": "the map showed no such level in it",
            ])
        // A subscriber elsewhere appears only when requested by name.
        #expect(try await reasons(alert, "away") == ["away": "no station lies within 50 km"])
        #expect(try await reasons(alert, "anna").isEmpty)
        #expect(try await findings(alert, "anna").lines.map(\.account) == ["anna"])
    }

    @Test func `a fence that was added or changed after an alert has that as its reason`() async throws {
        try await live("anna")
        try await live("changed", levels: ["birch": .veryHigh])
        try await live("unheard", levels: ["birch": .veryHigh])
        let told = try await network.take(.sample(80))
        let alert = try #require(told.first?.alert.id)
        let after = noon.addingTimeInterval(hour)
        try await live("new", since: after)
        for (name, kinds): (String, Set<Alert.Kind>) in [("changed", [.user]), ("unheard", [.station])] {
            let account = try #require(try await network.store.account(named: name)).id
            let fence = Fence.sample(name, of: account, kinds: kinds)
            try await network.keep(fence, replacing: true, at: after)
        }
        #expect(
            try await reasons(alert) == [
                "new": "it was made or changed after the alert",
                "changed": "it was made or changed after the alert; as it is now, it wants no station alerts",
                "unheard": "it was made or changed after the alert",
            ])
    }

    @Test func `what was already announced is not announced again, and the trace says so`() async throws {
        try await live("anna")
        try await network.take(.sample(80))
        try await live("new", since: noon.addingTimeInterval(hour))
        let told = try await network.take(.sample(85), at: noon.addingTimeInterval(2 * hour))
        let alert = try #require(told.first?.alert.id)
        #expect(told.count == 1)
        #expect(try await reasons(alert) == ["anna": "high was announced there already"])
    }

    @Test func `every subscriber who was not notified of a report has a reason`() async throws {
        try await live("anna")
        try await live("reporter")
        try await live("kind") { $0.rules.kinds = [.station] }
        // The corner of the bounding box around circle and cell, which the circle does not reach.
        try await live("corner", at: Coordinate(7.58 + 0.063, 47.56 + 0.043))
        try await live("allergen", levels: ["grass": .low])
        let reporter = try #require(try await network.store.account(named: "reporter")).id
        let report = Report(
            account: reporter, position: .basel, allergens: ["birch"], symptoms: [.cough], comment: nil)
        let (alert, entries) = try await network.report(report)
        #expect(entries.count == 1)
        #expect(
            try await reasons(alert.id) == [
                "reporter": "it is the reporter’s own", "kind": "it wants no user alerts",
                "corner": "it does not touch the public cell",
                "allergen": "it watches none of the alert’s allergens",
            ])
    }

    @Test func `a subscriber who does not want reports of unknown cause gets none`() async throws {
        let anna = try await network.account("anna")
        var profile = Profile()
        profile.acceptsUnsure = false
        try await network.store.keep(profile, of: anna, at: noon)
        try await network.keep(.sample(of: anna))
        let ben = try await network.account("ben")
        let report = Report(
            account: ben, position: .basel, allergens: [], symptoms: [.cough], comment: nil)
        let (alert, entries) = try await network.report(report)
        #expect(entries.isEmpty)
        #expect(try await reasons(alert.id) == ["anna": "it takes no reports whose cause is not known"])
    }

    private func channel(of account: Account.ID, _ path: String, state: Channel.State = .active) throws
        -> Channel
    {
        let url = try #require(URL(string: "https://hooks.example/\(path)"))
        return Channel(
            account: account,
            target: .webhook(WebhookTarget(url: url, secrets: [.init(bytes: Data(0..<32))])), state: state,
            created: noon)
    }

    @Test func `the ledger says what was held back, by which rule, and on which kind of channel`()
        async throws
    {
        let quiet = try #require(LocalTime("00:00"))
        let end = try #require(LocalTime("23:59"))
        try await live("anna")
        try await live("quiet") { $0.rules.quietHours = QuietHours(from: quiet, until: end) }
        let anna = try #require(try await network.store.account(named: "anna")).id
        for path in ["limit", "duplicate", "failed", "waits"] {
            try await network.store.add([channel(of: anna, path)])
        }
        try await network.store.add([channel(of: anna, "new", state: .unconfirmed)])
        let told = try await network.take(.sample(80))
        let alert = try #require(told.first?.alert.id)
        let lines = try await network.store.claim(at: noon, passing: [], limit: 100).runs.flatMap(\.lines)
        try #require(lines.count == 4, "an inactive channel gets no message")
        let due = noon.addingTimeInterval(60)
        try await network.store.record(
            [
                .dropped(lines[0], .suppressed, SuppressionReason.limit.rawValue),
                .dropped(lines[1], .suppressed, SuppressionReason.duplicate.rawValue),
                .tried(lines[2], .failed), .again(lines[3], due: due),
            ], at: noon)
        let found = try await findings(alert)
        let tally = Set(
            found.tally.map { "\($0.channel?.rawValue ?? "inbox") \($0.state) \($0.reason ?? "")" })
        #expect(
            tally == [
                "inbox delivered ", "inbox suppressed quiet hours", "webhook suppressed limit",
                "webhook suppressed duplicate", "webhook failed ", "webhook queued ",
            ])
        #expect(found.lines.last { $0.state == .queued }?.due == due)
        #expect(found.channels.isEmpty && found.lines.count == 6)
        let own = try await findings(alert, "anna")
        #expect(own.lines.count == 5 && own.channels.map(\.state).filter { $0 == .unconfirmed }.count == 1)
        #expect(try await findings(alert, limit: 2).lines.count == 2)
    }

    @Test func `an unknown alert has no trace`() async throws {
        let findings = try await AlertInquiry(store: network.store).findings(
            about: Alert.ID(rawValue: "never"), account: nil, limit: 10)
        #expect(findings == nil)
    }
}
