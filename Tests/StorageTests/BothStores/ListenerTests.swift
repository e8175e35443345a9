import Alerts
import Allergens
import Geography
import People
import SampleTesting
import Testing

@testable import Storage

extension BothStoresTests {
    /// What is read for more streams than accounts are looked up one by one.
    @Suite struct ListenerTests {
        private static let circle = FenceFootprint(
            anchor: .basel, boxes: BoundingBox(around: .basel, radius: 5_000).parts, extent: 5_000,
            outline: nil)

        /// An account with a fence, which is quiet at noon for every sixth.
        private func account(_ number: Int, in store: any RowStore) async throws -> Account.ID {
            let account = try #require(try await store.addAccount(named: "a\(number)", at: noon)).id
            var fence = Fence.sample("home\(number)", of: account)
            if number.isMultiple(of: 6) {
                fence.rules.quietHours = QuietHours(from: LocalTime(hour: 11), until: LocalTime(hour: 13))
            }
            try await store.add(fence, footprint: Self.circle, at: noon)
            return account
        }

        private func raise(_ id: String, in store: any RowStore) async throws {
            try await #require(store as? any ReportStore).writeReports { transaction in
                try transaction.add(.told(id))
                try transaction.notify(of: .told(id), at: .basel, except: nil, now: noon)
            }
        }

        /// The numbers of the lines that disturb one of these accounts.
        private func lines(of accounts: Set<Account.ID>, in store: any RowStore) async throws -> [Int64] {
            try await store.readRows { runner in
                try runner.rows(
                    """
                    SELECT id, account FROM delivery WHERE channel = 0 AND state = 'delivered' ORDER BY id
                    """
                ).compactMap { row in
                    accounts.contains(Account.ID(rawValue: try row["account"])) ? try row["id"] : nil
                }
            }
        }

        @Test(arguments: StoreKind.tested)
        func `many listeners get their own lines and no others, in order, page by page`(
            kind: StoreKind
        ) async throws {
            let opened = try await OpenedRows(kind)
            var listeners: Set<Account.ID> = []
            for number in 1...540 {
                let account = try await account(number, in: opened.store)
                if !number.isMultiple(of: 20) { listeners.insert(account) }
            }
            #expect(listeners.count > 500)
            for alert in ["a", "b", "c"] { try await raise(alert, in: opened.store) }
            let expected = try await lines(of: listeners, in: opened.store)
            #expect(expected.count == 3 * (540 - 27 - 81))
            for limit in [1_000, 400, 7_000] {
                var (found, last): ([LedgerNews.Line], Int64) = ([], 0)
                while true {
                    let news = try await opened.news(of: listeners, after: last, limit: limit)
                    guard news.last > last else { break }
                    #expect(news.lines.count <= limit)
                    #expect(news.lines.allSatisfy { $0.fences == #"["Home"]"# })
                    found += news.lines
                    last = news.last
                }
                #expect(found.map(\.id) == expected)
                #expect(found.allSatisfy { listeners.contains($0.account) })
                #expect(last == (try await opened.store.lastEntry()))
            }
        }
    }
}
