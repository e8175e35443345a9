package import Alerts
import Foundation
package import People
import PostgreSQL

/// The ledger as live streams follow it.
extension PostgreSQLStore {
    /// The most accounts whose lines are looked up one by one.
    private static let mostListeners = 500

    /// The lines of these accounts' inboxes that disturb the reader, with numbers above `last`, in order, at
    /// most `limit`.
    ///
    /// Lines are numbered in the order of their commits, so none can appear below `last` later.
    package func news(of accounts: Set<Account.ID>, after last: Int64, limit: Int) async throws -> LedgerNews
    {
        try await readOnServer { [taxonomy, cipher] runner in
            let newest = try runner.newestLine()
            guard newest > last, !accounts.isEmpty
            else { return LedgerNews(lines: [], alerts: [], last: max(last, newest)) }
            let sieve = accounts.count > Self.mostListeners ? AccountSieve(accounts) : nil
            var (lines, reached, isWhole): ([NewsReader.Line], Int64, Bool) = ([], last, false)
            while lines.count < limit, !isWhole {
                let room = limit - lines.count
                let request =
                    sieve.map { Self.newLines(passing: $0, after: reached, limit: room) }
                    ?? Self.newLines(of: accounts, after: reached, limit: room)
                let found = try runner.rows(request, NewsReader.Line.init)
                isWhole = found.count < room
                reached = found.last?.id ?? reached
                lines += found.filter { accounts.contains(Account.ID(rawValue: $0.account)) }
            }
            var reader = NewsReader(runner, cipher, taxonomy: taxonomy)
            try reader.read(lines, newest: newest)
            return LedgerNews(
                lines: reader.lines, alerts: reader.alerts, experts: reader.experts,
                last: isWhole ? newest : reached)
        }
    }

    private static let columns: Query = "id, account, alert, fences, nearness"

    /// The lines of few accounts, each looked up in the index of inboxes, however many lines are new.
    private static func newLines(of accounts: Set<Account.ID>, after last: Int64, limit: Int) -> Query {
        """
        SELECT line.* FROM (\(.numbers(accounts.map(\.rawValue)))) AS listener (account)
        CROSS JOIN LATERAL (
            SELECT \(columns) FROM delivery
            WHERE delivery.account = listener.account AND id > \(last) AND \(NewsReader.disturbs)
            ORDER BY id LIMIT \(limit)) AS line
        ORDER BY id LIMIT \(limit)
        """
    }

    /// The lines of many accounts, and some of others.
    ///
    /// The server goes through the new lines in their order, and sends few of those that are others'. `IS TRUE` hides the
    /// conditions from its planner: an index of inboxes is not in the order of the lines, and would be read whole.
    private static func newLines(passing sieve: AccountSieve, after last: Int64, limit: Int) -> Query {
        """
        SELECT \(columns) FROM delivery
        WHERE id > \(last) AND (\(NewsReader.disturbs) AND \(sieve.passes("account"))) IS TRUE
        ORDER BY id LIMIT \(limit)
        """
    }
}

/// A bit for each of many accounts, with which the server leaves out most of the others.
///
/// It is a Bloom filter with a single hash, the last digits of the account's number. A list of the accounts would have to
/// be hashed by the server each time.
private struct AccountSieve {
    /// How many bits there are for each account, at least: of others, one in 32 passes on average, or fewer.
    private static let spread = 32

    private var bits: [UInt8]

    init(_ accounts: Set<Account.ID>) {
        let size = (accounts.count * Self.spread).nextPowerOfTwo
        bits = [UInt8](repeating: 0, count: size / 8)
        for account in accounts {
            let place = Int(truncatingIfNeeded: account.rawValue) & (size - 1)
            bits[place / 8] |= 1 << UInt8(place % 8)
        }
    }

    /// The condition that the bit of an account is set (PostgreSQL manual, section 9.5).
    func passes(_ account: Query) -> Query {
        "get_bit(\(Data(bits)), \(account) & \(bits.count * 8 - 1)) = 1"
    }
}

extension NewsReader.Line {
    fileprivate init(_ row: PostgreSQLRow) throws(PostgreSQLError) {
        let nearness: [UInt8]? = try row[4]
        self.init(
            id: try row.number(0), account: try row.number(1), alert: try row.number(2), fences: try row[3],
            nearness: nearness.map { Data($0) })
    }
}

extension Int {
    /// The smallest power of two that is no less.
    fileprivate var nextPowerOfTwo: Int { 1 << (Int.bitWidth - (self - 1).leadingZeroBitCount) }
}
