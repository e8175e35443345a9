import Alerts
import Foundation
import GRDB
import Geography
import People
import SampleTesting
import Testing

@testable import Storage

/// The ledger as live streams read it.
@Suite struct NewsTests {
    let opened: OpenedArchive
    /// Forty accounts; every alert concerns all of them.
    let accounts: [Account.ID]

    init() async throws {
        opened = try OpenedArchive()
        try await opened.store.add([.sample()])
        var accounts: [Account.ID] = []
        for number in 0..<40 {
            let account = try await opened.account("account-\(number)")
            try await opened.store.add(
                .sample("fence-\(number)", of: account),
                footprint: FenceFootprint(anchor: .basel, boxes: [.world], extent: 5_000, outline: nil),
                at: noon)
            accounts.append(account)
        }
        self.accounts = accounts
    }

    private func raise(_ count: Int) async throws {
        for number in 0..<count {
            let alert = Alert.sample("alert-\(number)")
            try await opened.store.transact { transaction in
                try transaction.add(alert)
                try transaction.notify(of: alert, at: .basel, except: nil, now: alert.sent)
            }
        }
    }

    /// Reads all news page by page.
    private func news(of accounts: Set<Account.ID>, limit: Int) async throws -> [LedgerNews] {
        var pages: [LedgerNews] = []
        var last: Int64 = 0
        while true {
            let news = try await opened.store.news(of: accounts, after: last, limit: limit)
            guard news.last > last else { return pages }
            pages.append(news)
            last = news.last
        }
    }

    @Test(arguments: [1, 2, 39, 40], [1, 7, 1_000])
    func `accounts get their own lines and no others, in order, whatever the page`(
        count: Int, limit: Int
    ) async throws {
        try await raise(5)
        let some = Set(accounts.prefix(count))
        let pages = try await news(of: some, limit: limit)
        let lines = pages.flatMap(\.lines)
        #expect(pages.allSatisfy { $0.lines.count <= limit })
        #expect(lines.map(\.id) == lines.map(\.id).sorted() && lines.count == 5 * count)
        for account in some {
            let kept = try await opened.store.entries(of: account, after: 0, limit: 100).map(\.id)
            #expect(lines.filter { $0.account == account }.map(\.id) == kept)
        }
        for page in pages {
            // Each alert is read once, however many accounts it concerns.
            #expect(Set(page.lines.map(\.alert)) == Set(page.alerts.indices))
            #expect(Set(page.alerts.map(\.id)).count == page.alerts.count)
        }
    }

    @Test func `without accounts nothing is read, and the position still advances`() async throws {
        try await raise(3)
        let news = try await opened.store.news(of: [], after: 0, limit: 10)
        #expect(news.lines.isEmpty && news.alerts.isEmpty)
        #expect(news.last == (try await opened.store.lastEntry()))
    }

    @Test func `missed lines are counted for one account`() async throws {
        try await raise(4)
        let kept = try await opened.store.entries(of: accounts[3], after: 0, limit: 100).map(\.id)
        try #require(kept.count == 4)
        let missed = try await opened.store.missed(by: accounts[3], after: kept[1])
        #expect(missed.count == 2)
        #expect(missed.newest == (try await opened.store.lastEntry()))
    }

    @Test func `few accounts are found through the index`() async throws {
        let plan = try await opened.store.pool.read { [accounts] database in
            let request = SQLiteStore.newLines(of: Set(accounts.prefix(2)), after: 7, limit: 10)
            let statement = try request.makePreparedRequest(database).statement
            return try Row.fetchAll(
                database, sql: "EXPLAIN QUERY PLAN \(statement.sql)", arguments: statement.arguments
            ).map { $0["detail"] as String }
        }
        #expect(
            plan.contains {
                $0.contains("USING INDEX deliveryByAccount (<expr>=? AND account=? AND rowid>?")
            }, "\(plan)")
    }

    @Test(arguments: ["Home", "Grüße 🌾", "a \"b\"", #"c:\d"#, "e/f", "g\nh\u{1}", ""])
    func `names of fences are told as an encoder writes them`(name: String) throws {
        let encoded = String(decoding: try JSONEncoder().encode([name, "Home"]), as: UTF8.self)
        #expect(try JSONList.encoded([name, "Home"]) == encoded)
        #expect(try JSONList.decoded(JSONList.encoded([name])) == [name])
    }

    @Test func `a reader has the profile's language and the ledger's bounds`() async throws {
        var profile = Profile()
        profile.language = .italian
        profile.tone = .plain
        try await opened.store.keep(profile, of: accounts[0], at: noon)
        #expect(
            try await opened.store.reader(accounts[0])
                == LedgerReader(language: .italian, tone: .plain, bounds: 0...0))
        try await raise(1)
        let reader = try await opened.store.reader(accounts[1])
        #expect(reader == LedgerReader(language: .english, tone: .adult, bounds: 1...40))
    }
}
