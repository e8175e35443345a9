package import Foundation
import GRDB
package import People
package import Trips

extension SQLiteStore {
    /// The trips of an account that start in a span, oldest first.
    package func trips(of account: Account.ID, from start: Date, until end: Date) async throws -> [KeptTrip] {
        try await pool.read { [cipher] database in
            try Self.trips(of: account.rawValue, start.stored..<end.stored, cipher, in: database)
        }
    }

    /// The trips of an account on a page, and one more if there are more.
    package func trips(of account: Account.ID, on page: TripPage) async throws -> [KeptTrip] {
        let (start, end) = (page.from.stored, page.until.stored)
        return try await pool.read { [cipher] database in
            let rows: SQLRequest<Row> =
                page.isNewestFirst
                ? SQLRequest(
                    literal: """
                        SELECT start, sealed FROM trip
                        WHERE account = \(account.rawValue) AND start >= \(start) AND start < \(end)
                        ORDER BY start DESC LIMIT \(page.limit + 1)
                        """, cached: true)
                : SQLRequest(
                    literal: """
                        SELECT start, sealed FROM trip
                        WHERE account = \(account.rawValue) AND start >= \(start) AND start < \(end)
                        ORDER BY start LIMIT \(page.limit + 1)
                        """, cached: true)
            return try rows.fetchAll(database).map {
                try TripRow.opened($0, of: account.rawValue, cipher)
            }
        }
    }

    private static func trips(
        of account: Int64, _ span: Range<Int64>, _ cipher: RowCipher, in database: Database
    ) throws -> [KeptTrip] {
        try SQLRequest<Row>(
            literal: """
                SELECT start, sealed FROM trip
                WHERE account = \(account) AND start >= \(span.lowerBound) AND start < \(span.upperBound)
                ORDER BY start
                """, cached: true
        ).fetchAll(database).map { try TripRow.opened($0, of: account, cipher) }
    }

    /// Keeps trips; when this returns, they are durable.
    ///
    /// - Returns: For each, in order, why it is not kept, and how many were kept before.
    /// - Throws: An error of the database; then nothing has changed.
    package func keep(
        _ trips: [KeptTrip], of account: Account.ID
    ) async throws -> (refusals: [Int: TripIntake.Refusal], unchanged: Int) {
        guard let span = TripIntake.span(of: trips) else { return ([:], 0) }
        return try await sharedCommit.write(to: pool) { [cipher] database in
            let beside = try Self.trips(
                of: account.rawValue, span.lowerBound.stored..<span.upperBound.stored + 1, cipher,
                in: database)
            let count =
                try SQLRequest<Int>(
                    literal: "SELECT count(*) FROM trip WHERE account = \(account.rawValue)", cached: true
                ).fetchOne(database) ?? 0
            var intake = TripIntake(beside: beside, count: count)
            var refusals: [Int: TripIntake.Refusal] = [:]
            for (index, trip) in trips.enumerated() {
                do throws(TripIntake.Refusal) { try intake.add(trip) } catch { refusals[index] = error }
            }
            for trip in intake.added { try Self.write(trip, of: account.rawValue, cipher, in: database) }
            return (refusals, intake.unchanged)
        }
    }

    private static func write(
        _ trip: KeptTrip, isSettled: Bool = false, of account: Int64, _ cipher: RowCipher,
        in database: Database
    ) throws {
        let sealed = try TripRow.sealed(trip, of: account, cipher)
        try database.execute(
            literal: """
                INSERT INTO trip (account, start, sealed, isSettled)
                VALUES (\(account), \(trip.start.stored), \(sealed), \(isSettled))
                ON CONFLICT (account, start)
                    DO UPDATE SET sealed = excluded.sealed, isSettled = excluded.isSettled
                """)
    }

    /// Changes the trip of an account that starts at a time.
    ///
    /// - Returns: The trip as it is now; `nil` if there is none.
    /// - Throws: The error of the change; then nothing has changed.
    package func changeTrip(
        of account: Account.ID, from start: Date, _ change: @escaping @Sendable (KeptTrip) throws -> KeptTrip
    ) async throws -> KeptTrip? {
        try await sharedCommit.write(to: pool) { [cipher] database in
            let second = start.stored
            let former = try Self.trips(of: account.rawValue, second..<second + 1, cipher, in: database)
            guard let former = former.first else { return nil }
            let trip = try change(former)
            try Self.write(trip, of: account.rawValue, cipher, in: database)
            return trip
        }
    }

    /// Deletes the trip of an account that starts at a time.
    ///
    /// - Returns: `false` when there is none.
    package func removeTrip(of account: Account.ID, from start: Date) async throws -> Bool {
        try await pool.write { database in
            try database.execute(
                literal: "DELETE FROM trip WHERE account = \(account.rawValue) AND start = \(start.stored)")
            return database.changesCount > 0
        }
    }

    /// Deletes all trips of an account.
    package func removeTrips(of account: Account.ID) async throws {
        try await pool.write { database in
            try database.execute(literal: "DELETE FROM trip WHERE account = \(account.rawValue)")
        }
    }
}

extension SQLiteStore {
    /// Sums the trips that ended more than a month ago; each account is a transaction of its own.
    ///
    /// - Parameter now: The present.
    /// - Returns: How many trips became parts of sums.
    /// - Throws: The first error, after all other accounts were summed.
    package func sumTrips(at now: Date) async throws -> Int {
        let end = TripMonths.monthAgo(now).stored
        let accounts = try await pool.read { database in
            try SQLRequest<Int64>(
                literal: "SELECT DISTINCT account FROM trip WHERE isSettled = 0 AND start < \(end)",
                cached: true
            ).fetchAll(database)
        }
        var count = 0
        var failure: (any Error)?
        for account in accounts {
            do {
                count += try await pool.write { [cipher] database in
                    try Self.sumTrips(of: account, before: end, at: now, cipher, in: database)
                }
            } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
        return count
    }

    static func sumTrips(
        of account: Int64, before end: Int64, at now: Date, _ cipher: RowCipher, in database: Database
    ) throws -> Int {
        let first = try SQLRequest<Int64?>(
            literal: "SELECT min(start) FROM trip WHERE account = \(account) AND isSettled = 0", cached: true
        ).fetchOne(database).flatMap(\.self)
        // The person may have deleted the trips before `end` since the accounts were read.
        guard let first, first < end else { return 0 }
        let month = TripMonths.start(ofMonth: Date(stored: first)).stored
        let sums = TripMonths.sums(of: try trips(of: account, month..<end, cipher, in: database), at: now)
        for start in sums.starts {
            try database.execute(
                literal: "DELETE FROM trip WHERE account = \(account) AND start = \(start.stored)")
        }
        for sum in sums.sums { try write(sum, isSettled: true, of: account, cipher, in: database) }
        // One that was still on the way a month ago is looked at again.
        try database.execute(
            literal: """
                UPDATE trip SET isSettled = 1
                WHERE account = \(account) AND isSettled = 0
                    AND start < \(end - Int64(TripIntake.longest))
                """)
        return sums.starts.count
    }
}
