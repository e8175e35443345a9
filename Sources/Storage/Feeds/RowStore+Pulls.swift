package import Allergens
import Foundation
package import Observations

extension RowStore {
    /// The records of a feed's addresses.
    package func pulls(of feed: String) async throws -> [PullRecord] {
        try await readRows { runner in
            try runner.rows("SELECT * FROM pull WHERE feed = \(feed) ORDER BY target")
                .map(PullRecord.init(row:))
        }
    }

    /// Stores the record of an address in place of the former one.
    package func keep(_ record: PullRecord) async throws {
        try await writeRows(locking: .nothing) { runner in
            try runner.run(
                """
                INSERT INTO pull (
                    feed, target, url, definition, etag, lastModified, lastAttempt, lastSuccess, lastChange,
                    nextAttempt, failures, fault, detail, rejectedRows)
                VALUES (
                    \(record.feed), \(record.target), \(record.url), \(record.definition),
                    \(record.validators?.etag), \(record.validators?.lastModified),
                    \(record.lastAttempt?.stored), \(record.lastSuccess?.stored),
                    \(record.lastChange?.stored), \(record.nextAttempt?.stored), \(record.failures),
                    \(record.fault?.rawValue), \(record.detail), \(record.rejectedRows))
                ON CONFLICT (feed, target) DO UPDATE SET
                    url = excluded.url, definition = excluded.definition, etag = excluded.etag,
                    lastModified = excluded.lastModified, lastAttempt = excluded.lastAttempt,
                    lastSuccess = excluded.lastSuccess, lastChange = excluded.lastChange,
                    nextAttempt = excluded.nextAttempt, failures = excluded.failures,
                    fault = excluded.fault, detail = excluded.detail, rejectedRows = excluded.rejectedRows
                """)
        }
    }

    /// Counts a request before it is sent, unless the day's limit is reached.
    ///
    /// The count is durable when this returns, so a restart allows no extra requests. Without a limit,
    /// requests are counted all the same.
    ///
    /// - Returns: `false` when the request may not be sent.
    package func countCall(of feed: String, on day: CivilDate, limit: Int?) async throws -> Bool {
        try await writeRows(locking: .nothing) { runner in
            try runner.run(
                "DELETE FROM pullCount WHERE feed = \(feed) AND day < \(day.daysSinceEpoch - 31)")
            return try runner.run(
                """
                INSERT INTO pullCount (feed, day, calls) VALUES (\(feed), \(day.daysSinceEpoch), 1)
                ON CONFLICT (feed, day) DO UPDATE SET calls = pullCount.calls + 1
                WHERE pullCount.calls < \(limit ?? .max)
                """) > 0
        }
    }

    /// The number of requests that a feed has sent on a day.
    package func calls(of feed: String, on day: CivilDate) async throws -> Int {
        try await readRows { runner in
            try runner.value(
                "SELECT calls FROM pullCount WHERE feed = \(feed) AND day = \(day.daysSinceEpoch)") ?? 0
        }
    }
}

extension PullRecord {
    fileprivate init(row: QueryRow) throws {
        func date(_ column: String) throws -> Date? { (try row[column] as Int64?).map(Date.init(stored:)) }
        self.init(feed: try row["feed"], target: try row["target"])
        url = try row["url"]
        definition = try row["definition"]
        let etag: String? = try row["etag"]
        let lastModified: String? = try row["lastModified"]
        if etag != nil || lastModified != nil {
            validators = Validators(etag: etag, lastModified: lastModified)
        }
        (lastAttempt, lastSuccess) = (try date("lastAttempt"), try date("lastSuccess"))
        (lastChange, nextAttempt) = (try date("lastChange"), try date("nextAttempt"))
        failures = try row["failures"]
        fault = (try row["fault"] as String?).map { FeedFault(rawValue: $0) ?? .unknown }
        detail = try row["detail"]
        rejectedRows = try row["rejectedRows"]
    }
}
