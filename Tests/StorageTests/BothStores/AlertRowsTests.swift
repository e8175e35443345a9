import Alerts
import Allergens
import Foundation
import Geography
import Observations
import People
import SampleTesting
import Testing

@testable import Storage

extension OpenedRows {
    /// Does something in a transaction that raises alerts.
    func raising<Outcome: Sendable>(
        _ acts: @escaping @Sendable (any StoreTransaction) throws -> Outcome
    ) async throws -> Outcome {
        try await #require(store as? any AlertStore).write(acts)
    }

    func reporting<Outcome: Sendable>(
        _ acts: @escaping @Sendable (any ReportTransaction) throws -> Outcome
    ) async throws -> Outcome {
        try await #require(store as? any ReportStore).writeReports(acts)
    }

    /// Stores a fence around Basel that watches birch.
    func fence(_ name: String, of account: Account.ID) async throws {
        try await store.add(
            .sample(name, of: account),
            footprint: FenceFootprint(
                anchor: .basel, boxes: BoundingBox(around: .basel, radius: 5_000).parts, extent: 5_000,
                outline: nil), at: noon)
    }

    /// What live streams of an account get.
    func news(of account: Account.ID, after last: Int64 = 0) async throws -> LedgerNews {
        try await news(of: [account], after: last, limit: 10)
    }

    /// What live streams of some accounts get.
    func news(of accounts: Set<Account.ID>, after last: Int64, limit: Int) async throws -> LedgerNews {
        switch store {
        case let store as SQLiteStore: try await store.news(of: accounts, after: last, limit: limit)
        case let store as PostgreSQLStore: try await store.news(of: accounts, after: last, limit: limit)
        default: throw Late("a store of another kind")
        }
    }
}

extension Alert {
    /// An alert of reports.
    static func told(_ id: String) -> Alert { .sample(id, kind: .user, level: nil) }
}

extension BothStoresTests {
    @Suite struct AlertRowsTests {
        private func report(by account: Account.ID, comment: String? = "by the river") -> Report {
            Report(
                account: account, position: .basel, allergens: ["birch"], symptoms: [.sneezing],
                comment: comment, isNamed: true)
        }

        /// Raises an alert with a report in it, and notifies whom it concerns.
        private func raise(_ id: String, by reporter: Account.ID, in opened: OpenedRows) async throws {
            let report = report(by: reporter)
            try await opened.reporting { transaction in
                let alert = Alert.told(id)
                try transaction.add(alert)
                try transaction.keep(report, in: alert.id, at: noon)
                try transaction.notify(of: alert, at: .basel, except: reporter, now: noon)
            }
        }

        @Test(arguments: StoreKind.tested)
        func `a report reaches the inbox and the stream of a fence, but not its reporter`(
            kind: StoreKind
        ) async throws {
            let opened = try await OpenedRows(kind)
            let (anna, ben) = (try await opened.account("anna"), try await opened.account("ben"))
            try await opened.fence("home", of: anna)
            try await opened.fence("own", of: ben)
            try await raise("a", by: ben, in: opened)
            let inbox = try await opened.store.inbox(of: anna, .after(0), unreadOnly: false, limit: 10)
            #expect(inbox.map(\.entry.alert.id.rawValue) == ["a"])
            #expect(inbox.first?.entry.concern.fences == ["Home"])
            let testimony = inbox.first?.entry.alert.testimony
            #expect(testimony?.comment == "by the river" && testimony?.symptoms == [.sneezing])
            #expect(testimony?.reporter == "ben" && testimony?.reports == 1)
            #expect(try await opened.store.unreadCount(of: ben, and: []) == 0)
            let news = try await opened.news(of: anna)
            #expect(news.lines.map(\.account) == [anna] && news.alerts.map(\.id.rawValue) == ["a"])
            #expect(try await opened.news(of: anna, after: news.last).lines.isEmpty)
            let entry = try #require(inbox.first?.id)
            #expect(try await opened.store.mark(entry, of: anna, readAt: noon))
            #expect(try await opened.store.unreadCount(of: anna, and: []) == 0)
        }

        @Test(arguments: StoreKind.tested)
        func `those who report learn nothing of it when it is announced later, nor do persons in their care`(
            kind: StoreKind
        ) async throws {
            let opened = try await OpenedRows(kind)
            let (anna, ben) = (try await opened.account("anna"), try await opened.account("ben"))
            let details = try #require(Person.Details(name: "Mia"))
            let mia = try await opened.store.addPerson(details, to: anna, at: noon).account
            let leo = try await opened.store.addPerson(details, to: ben, at: noon).account
            for (name, account) in [("a", anna), ("b", ben), ("m", mia), ("l", leo)] {
                try await opened.fence(name, of: account)
            }
            let alert = Alert.told("later")
            let report = report(by: anna)
            let fences = try await opened.store.readRows { runner in
                try runner.rows("SELECT number FROM fence ORDER BY number").map {
                    Fence.Number(rawValue: try $0.first(as: Int64.self))
                }
            }
            try await opened.reporting { transaction in
                try transaction.add(alert)
                try transaction.keep(report, in: alert.id, at: noon)
                try transaction.postponeAnnouncement(of: report, in: alert.id)
                try transaction.notify(of: alert, concerned: fences, now: noon)
            }
            for (account, count) in [(anna, 0), (ben, 1), (mia, 0), (leo, 1)] {
                #expect(try await opened.news(of: account).lines.count == count, "\(account)")
            }
        }

        @Test(arguments: StoreKind.tested)
        func `lines are numbered without holes in the order of their commits`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let (anna, ben) = (try await opened.account("anna"), try await opened.account("ben"))
            try await opened.fence("home", of: anna)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<20 {
                    group.addTask { try await raise("alert-\(number)", by: ben, in: opened) }
                }
                try await group.waitForAll()
            }
            let entries = try await opened.store.entries(of: anna, after: 0, limit: 100)
            #expect(entries.map(\.id) == Array(1...20))
            #expect(Set(entries.map(\.alert.id)).count == 20)
        }

        @Test(arguments: StoreKind.tested)
        func `an undone transaction leaves neither a line nor a hole`(kind: StoreKind) async throws {
            struct Stop: Error {}
            let opened = try await OpenedRows(kind)
            let (anna, ben) = (try await opened.account("anna"), try await opened.account("ben"))
            try await opened.fence("home", of: anna)
            await #expect(throws: Stop.self) {
                try await opened.reporting { transaction -> Void in
                    try transaction.add(.told("undone"))
                    try transaction.notify(of: .told("undone"), at: .basel, except: nil, now: noon)
                    throw Stop()
                }
            }
            try await raise("kept", by: ben, in: opened)
            let entries = try await opened.store.entries(of: anna, after: 0, limit: 10)
            #expect(entries.map(\.alert.id.rawValue) == ["kept"] && entries.map(\.id) == [1])
        }

        @Test(arguments: StoreKind.tested)
        func `a second report joins the alert, and one far away does not`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let ben = try await opened.account("ben")
            try await raise("a", by: ben, in: opened)
            let near = report(by: ben)
            let far = Report(
                account: ben, position: Coordinate(8.6, 47.56), allergens: ["birch"], symptoms: [],
                comment: nil)
            let found = try await opened.reporting { transaction in
                (
                    try transaction.cluster(for: near, within: 5_000, at: noon)?.id,
                    try transaction.cluster(for: far, within: 5_000, at: noon)?.id
                )
            }
            #expect(found.0?.rawValue == "a" && found.1 == nil)
        }

        @Test(arguments: StoreKind.tested)
        func `with an account go its fences, its reports and its lines`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let (anna, ben) = (try await opened.account("anna"), try await opened.account("ben"))
            try await opened.fence("home", of: anna)
            try await raise("a", by: ben, in: opened)
            let unsupported = try await opened.reporting { try $0.remove(ben, at: noon).map(\.id) }
            #expect(unsupported.map(\.rawValue) == ["a"])
            _ = try await opened.reporting { try $0.remove(anna, at: noon) }
            for table in ["account", "report", "fence", "fenceBox", "delivery"] {
                #expect(try await opened.count(table) == 0, "\(table)")
            }
        }

        @Test(arguments: StoreKind.tested)
        func `readings are kept once, corrected, and become the mean of their day`(
            kind: StoreKind
        ) async throws {
            let opened = try await OpenedRows(kind)
            _ = try await opened.store.add([.sample("basel")])
            func keep(_ reading: Reading) async throws -> Keeping {
                try await opened.raising { try $0.keep(reading, received: noon).keeping }
            }
            func day(_ value: Double) -> Reading {
                Reading(station: "basel", allergen: "birch", period: .day(today), value: value)
            }
            #expect(try await keep(day(10)) == .accepted)
            #expect(try await keep(day(10)) == .unchanged)
            #expect(try await keep(day(30)) == .replaced)
            let values = try await opened.store.newestValues(of: "birch", in: today...today)
            #expect(values.map(\.value) == [30] && values.map(\.station) == ["basel"])
            #expect(try await opened.store.revisions(of: "basel", limit: 10).map(\.former.value) == [10])
            let yesterday = today.adding(days: -1)
            let midnight = yesterday.firstStart.addingTimeInterval(14 * 3_600)
            for hour in 1...24 {
                let end = midnight.addingTimeInterval(Double(hour) * 3_600)
                _ = try await keep(
                    Reading(station: "basel", allergen: "birch", period: .hour(ending: end), value: 48))
            }
            let days = try await opened.store.readings(of: "basel", days: yesterday...yesterday)
            #expect(days.allSatisfy { $0.value == 48 && ($0.hours ?? 0) > 0 })
        }
    }
}
