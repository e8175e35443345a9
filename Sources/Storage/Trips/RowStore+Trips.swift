package import Foundation
package import People
package import Trips

extension RowStore {
    /// The trips of an account that start in a span, oldest first.
    package func trips(of account: Account.ID, from start: Date, until end: Date) async throws -> [KeptTrip] {
        try await readRows { [keys] in
            try AccountTrips($0, of: account, keys).trips(start.stored..<end.stored)
        }
    }

    /// The trips of an account on a page, and one more if there are more.
    package func trips(of account: Account.ID, on page: TripPage) async throws -> [KeptTrip] {
        let (start, end) = (page.from.stored, page.until.stored)
        let order: Query = page.isNewestFirst ? "DESC" : "ASC"
        return try await readRows { [keys] runner in
            try runner.rows(
                """
                SELECT start, sealed FROM trip
                WHERE account = \(account.rawValue) AND start >= \(start) AND start < \(end)
                ORDER BY start \(order) LIMIT \(page.limit + 1)
                """
            ).map { try TripRow.opened($0, of: account.rawValue, keys) }
        }
    }

    /// Keeps trips; when this returns, they are durable.
    ///
    /// - Returns: For each, in order, why it is not kept, and how many were kept before.
    /// - Throws: An error of the database; then nothing has changed.
    package func keep(
        _ trips: [KeptTrip], of account: Account.ID
    ) async throws -> (refusals: [Int: TripIntake.Refusal], unchanged: Int) {
        guard let span = TripIntake.span(of: trips) else { return ([:], 0) }
        return try await writeRows(locking: .account(account)) { [keys] runner in
            let kept = AccountTrips(runner, of: account, keys)
            let beside = try kept.trips(span.lowerBound.stored..<span.upperBound.stored + 1)
            var intake = TripIntake(beside: beside, count: try kept.count)
            var refusals: [Int: TripIntake.Refusal] = [:]
            for (index, trip) in trips.enumerated() {
                do throws(TripIntake.Refusal) { try intake.add(trip) } catch { refusals[index] = error }
            }
            for trip in intake.added { try kept.write(trip) }
            return (refusals, intake.unchanged)
        }
    }

    /// Changes the trip of an account that starts at a time.
    ///
    /// - Returns: The trip as it is now; `nil` if there is none.
    /// - Throws: The error of the change; then nothing has changed.
    package func changeTrip(
        of account: Account.ID, from start: Date, _ change: @escaping @Sendable (KeptTrip) throws -> KeptTrip
    ) async throws -> KeptTrip? {
        try await writeRows(locking: .account(account)) { [keys] runner in
            let kept = AccountTrips(runner, of: account, keys)
            let second = start.stored
            guard let former = try kept.trips(second..<second + 1).first else { return nil }
            let trip = try change(former)
            try kept.write(trip)
            return trip
        }
    }

    /// Deletes the trip of an account that starts at a time.
    ///
    /// - Returns: `false` when there is none.
    package func removeTrip(of account: Account.ID, from start: Date) async throws -> Bool {
        try await writeRows(locking: .account(account)) { runner in
            try runner.run(
                "DELETE FROM trip WHERE account = \(account.rawValue) AND start = \(start.stored)") > 0
        }
    }

    /// Deletes all trips of an account.
    package func removeTrips(of account: Account.ID) async throws {
        try await writeRows(locking: .account(account)) { runner in
            try runner.run("DELETE FROM trip WHERE account = \(account.rawValue)")
        }
    }

    /// Sums the trips that ended more than a month ago; each account is a transaction of its own.
    ///
    /// - Parameter now: The present.
    /// - Returns: How many trips became parts of sums.
    /// - Throws: The first error, after all other accounts were summed.
    package func sumTrips(at now: Date) async throws -> Int {
        let end = TripMonths.monthAgo(now).stored
        let accounts = try await readRows { runner in
            try runner.rows("SELECT DISTINCT account FROM trip WHERE isSettled = 0 AND start < \(end)")
                .map { Account.ID(rawValue: try $0["account"]) }
        }
        var count = 0
        var failure: (any Error)?
        for account in accounts {
            do { count += try await sumTrips(of: account, before: end, at: now) } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
        return count
    }

    func sumTrips(of account: Account.ID, before end: Int64, at now: Date) async throws -> Int {
        try await writeRows(locking: .account(account)) { [keys] in
            try AccountTrips($0, of: account, keys).sum(before: end, at: now)
        }
    }
}
