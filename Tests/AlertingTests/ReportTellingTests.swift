import Alerts
import Allergens
import Foundation
import Geography
import Matching
import People
import SampleTesting
import Storage
import Synchronization
import Testing

@testable import Alerting

/// The subscribers of a report are notified in slices, each of them once.
@Suite struct ReportTellingTests {
    let network: NewsNetwork
    private let place = Coordinate(7.605, 47.555)
    /// The number of subscribers that one transaction notifies.
    private let atOnce = ReportService.slice * ReportService.slicesAtOnce
    private var crowd: Int { atOnce + 300 }

    private let service: ReportService

    init() async throws {
        network = try await NewsNetwork()
        service = ReportService(store: network.store, crowds: 100...100)
    }

    /// Adds subscribers, each with a fence around the place.
    private func gather() async throws -> Set<Account.ID> {
        let accounts = try await network.store.addAccounts(
            named: (0..<crowd).map { "citizen \($0)" }, at: noon)
        let area = Fence.Area.circle(centre: place, radius: 1_000)
        let footprint = try GeofenceMatcher(area).footprint
        try await network.store.add(
            accounts.map { (.sample("home \($0.rawValue)", of: $0, area: area), footprint) }, at: noon)
        return Set(accounts)
    }

    private func report(
        by name: String, at position: Coordinate? = nil, after seconds: TimeInterval = 0
    ) async throws -> Alert {
        let report = Report(
            account: try await network.account(name), position: position ?? place, allergens: ["birch"],
            symptoms: [], comment: nil)
        return try await service.receive(report, at: noon.addingTimeInterval(seconds))
    }

    private func tell(after seconds: TimeInterval = 0) async throws -> [Account.ID] {
        try await service.announceReports { noon.addingTimeInterval(seconds) }
        return try await network.news().map(\.account)
    }

    @Test func `in a crowded place, subscribers are notified after the commit, each once`() async throws {
        let citizens = try await gather()
        let alert = try await report(by: "reporter")
        #expect(try await network.news().isEmpty)
        let told = try await tell()
        #expect(Set(told) == citizens && told.count == crowd)
        #expect(try await network.store.unannouncedAlerts(limit: 10).isEmpty)
        #expect(try await tell().isEmpty)
        #expect(try await network.store.alert(alert.id)?.testimony?.reports == 1)
    }

    @Test func `the next program notifies subscribers that the last one missed, and nobody twice`()
        async throws
    {
        let citizens = try await gather()
        let alert = try await report(by: "reporter")
        let breaking = BreakingStore(store: network.store, writes: 1)
        let ending = ReportService(store: breaking)
        await #expect(throws: BreakingStore.Ended.self) { try await ending.announceReports { noon } }
        let first = try await network.news().map(\.account)
        #expect(first.count == atOnce)
        #expect(try await network.store.unannouncedAlerts(limit: 10) == [alert.id])
        let rest = try await tell()
        #expect(rest.count == crowd - first.count)
        #expect(Set(first + rest) == citizens)
    }

    /// Somebody who keeps moving a fence holds up nobody.
    @Test(arguments: [1, Int.max])
    func `an owner who moves a fence there during the notifications is told too`(times: Int) async throws {
        let citizens = try await gather()
        let anna = try await network.account("anna")
        let away = Fence.sample("home", of: anna, area: .circle(centre: Coordinate(10, 50), radius: 500))
        try await network.keep(away)
        _ = try await report(by: "reporter")
        let moved = Fence(
            id: away.id, account: anna, name: away.name, area: .circle(centre: place, radius: 1_000),
            rules: away.rules)
        let movesLeft = Mutex(times)
        let store = BreakingStore(store: network.store, writes: 1) { [network, moved] in
            let mayMove = movesLeft.withLock { left in
                defer { left -= 1 }
                return left > 0
            }
            guard mayMove else { return }
            try await network.keep(moved, replacing: true, at: noon.addingTimeInterval(1))
        }
        try await ReportService(store: store).announceReports { noon.addingTimeInterval(2) }
        let told = try await network.news().map(\.account)
        let expected = times == 1 ? citizens.union([anna]) : citizens
        #expect(Set(told) == expected && told.count == expected.count)
    }

    @Test func `an alert that ends during its notifications reaches nobody else`() async throws {
        _ = try await gather()
        let reporter = try await network.account("reporter")
        let alert = try await service.receive(
            Report(account: reporter, position: place, allergens: ["birch"], symptoms: [], comment: nil),
            at: noon)
        let breaking = BreakingStore(store: network.store, writes: 1)
        let ending = ReportService(store: breaking)
        await #expect(throws: BreakingStore.Ended.self) { try await ending.announceReports { noon } }
        try await service.withdraw(alert.id, by: reporter, at: noon)
        let news = try await network.news()
        #expect(news.count == 2 * atOnce, "everybody who was notified learns that it is over")
        #expect(try await tell().isEmpty)
    }

    @Test func `a fence made after a place's notifications gets the next report there`() async throws {
        let anna = try await network.account("anna")
        _ = try await report(by: "one")
        _ = try await report(by: "two", after: 60)
        #expect(try await tell(after: 60).isEmpty)
        try await network.keep(
            .sample(of: anna, area: .circle(centre: place, radius: 500)), at: noon.addingTimeInterval(120))
        #expect(try await tell(after: 121).isEmpty)
        _ = try await report(by: "three", after: 180)
        #expect(try await tell(after: 180) == [anna])
        _ = try await report(by: "four", after: 240)
        #expect(try await tell(after: 240).isEmpty)
    }

    @Test func `a fence that becomes active later gets the next report at a place`() async throws {
        let anna = try await network.account("anna")
        let tomorrow = today.adding(days: 1)
        let fence = Fence(
            id: "holiday", account: anna, name: "Holiday", area: .circle(centre: place, radius: 500),
            rules: FenceRules(
                watches: [Watch(.allergen("birch"), level: .low)], days: tomorrow...tomorrow, timeZone: .gmt))
        try await network.keep(fence)
        _ = try await report(by: "one", after: 60)
        _ = try await report(by: "two", after: 11 * 3_600)
        #expect(try await tell(after: 11 * 3_600).isEmpty)
        _ = try await report(by: "three", after: 13 * 3_600)
        #expect(try await tell(after: 13 * 3_600) == [anna])
    }

    @Test func `a report that changes while the first one is announced is announced again`() async throws {
        let bert = try await network.account("bert")
        let anna = try await network.account("anna")
        let near = Coordinate(7.625, 47.555)
        try await network.keep(.sample(of: anna, area: .circle(centre: near, radius: 300)))
        _ = try await report(by: "one")
        func say(at position: Coordinate, _ comment: String) async throws -> Alert {
            try await service.receive(
                Report(
                    account: bert, position: position, allergens: ["birch"], symptoms: [], comment: comment),
                at: noon)
        }
        let alert = try await say(at: place, "here")
        let unannounced = try #require(
            try await network.store.unannouncedReports(of: alert.id, at: noon, limit: 10))
        _ = try await say(at: near, "there")
        try await network.store.writeReports { transaction in
            try transaction.markAnnounced(unannounced.reports, of: alert.id)
        }
        #expect(try await tell() == [anna])
    }

    @Test func `all fences of an account are in one slice`() {
        let owners = (0..<10).map { number in
            UnannouncedReports.Owner(
                account: Account.ID(rawValue: number / 3), fence: Fence.Number(rawValue: number))
        }
        let slices = UnannouncedReports.slices(of: owners, each: 2)
        #expect(slices.map { $0.map(\.rawValue) } == [[0, 1, 2, 3, 4, 5], [6, 7, 8, 9]])
        #expect(UnannouncedReports.slices(of: [], each: 2).isEmpty)
    }
}

/// A store in which something happens after some transactions, before each one that follows: by default, the
/// process ends.
private final class BreakingStore: ReportStore {
    struct Ended: Error {}

    private let store: SQLiteStore
    private let writes: Mutex<Int>
    private let interrupt: @Sendable () async throws -> Void

    init(
        store: SQLiteStore, writes: Int,
        interrupt: @escaping @Sendable () async throws -> Void = { throw Ended() }
    ) {
        self.store = store
        self.writes = Mutex(writes)
        self.interrupt = interrupt
    }

    func writeReports<Outcome: Sendable>(
        _ acts: @escaping @Sendable (any ReportTransaction) throws -> Outcome
    ) async throws -> Outcome {
        let isLeft = writes.withLock { left in
            defer { left -= 1 }
            return left > 0
        }
        if !isLeft { try await interrupt() }
        return try await store.writeReports(acts)
    }

    func newestFence() async throws -> Fence.Number { try await store.newestFence() }

    func unannouncedAlerts(limit: Int) async throws -> [Alert.ID] {
        try await store.unannouncedAlerts(limit: limit)
    }

    func unannouncedReports(of alert: Alert.ID, at now: Date, limit: Int) async throws -> UnannouncedReports?
    {
        try await store.unannouncedReports(of: alert, at: now, limit: limit)
    }
}
