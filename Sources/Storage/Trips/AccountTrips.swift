import Foundation
import People
import Sealing
import Trips

/// Reads and writes the trips of one account within a transaction.
struct AccountTrips {
    private let runner: any QueryRunner
    private let account: Int64
    private let keys: KeyRing

    init(_ runner: any QueryRunner, of account: Account.ID, _ keys: KeyRing) {
        (self.runner, self.account, self.keys) = (runner, account.rawValue, keys)
    }

    var count: Int {
        get throws { try runner.value("SELECT count(*) FROM trip WHERE account = \(account)") ?? 0 }
    }

    /// The trips that start in a span of seconds since 1970, oldest first.
    func trips(_ span: Range<Int64>) throws -> [KeptTrip] {
        try runner.rows(
            """
            SELECT start, sealed FROM trip
            WHERE account = \(account) AND start >= \(span.lowerBound) AND start < \(span.upperBound)
            ORDER BY start
            """
        ).map { try TripRow.opened($0, of: account, keys) }
    }

    func write(_ trip: KeptTrip, isSettled: Bool = false) throws {
        let sealed = try TripRow.sealed(trip, of: account, keys)
        try runner.run(
            """
            INSERT INTO trip (account, start, sealed, isSettled)
            VALUES (\(account), \(trip.start.stored), \(sealed), \(isSettled))
            ON CONFLICT (account, start)
                DO UPDATE SET sealed = excluded.sealed, isSettled = excluded.isSettled
            """)
    }

    /// Sums the trips that start before a second since 1970, month by month.
    ///
    /// - Returns: How many trips became parts of sums.
    func sum(before end: Int64, at now: Date) throws -> Int {
        let first: Int64? = try runner.value(
            "SELECT min(start) FROM trip WHERE account = \(account) AND isSettled = 0", as: Int64?.self
        ).flatMap(\.self)
        // The person may have deleted the trips before `end` since the accounts were read.
        guard let first, first < end else { return 0 }
        let month = TripMonths.start(ofMonth: Date(stored: first)).stored
        let sums = TripMonths.sums(of: try trips(month..<end), at: now)
        for start in sums.starts {
            try runner.run("DELETE FROM trip WHERE account = \(account) AND start = \(start.stored)")
        }
        for sum in sums.sums { try write(sum, isSettled: true) }
        // One that was still on the way a month ago is looked at again.
        try runner.run(
            """
            UPDATE trip SET isSettled = 1
            WHERE account = \(account) AND isSettled = 0 AND start < \(end - Int64(TripIntake.longest))
            """)
        return sums.starts.count
    }
}
