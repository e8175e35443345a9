package import Foundation
import GRDB
package import Observations

extension SQLiteStore {
    /// How long a repeated upload gets the first one's answer, in seconds.
    private static let replayTime: Int64 = 86_400

    /// Logs the outcome of an upload, and stores its answer for repetitions within a day.
    package func log(_ upload: UploadRecord, replay: UploadReplay? = nil) async throws {
        try await pool.write { try Self.log(upload, replay: replay, in: $0) }
    }

    fileprivate static func log(
        _ upload: UploadRecord, replay: UploadReplay?, in database: Database
    ) throws {
        try database.execute(
            literal: """
                UPDATE upload SET key = NULL, fingerprint = NULL, answer = NULL
                WHERE key IS NOT NULL AND ended < \(upload.ended.stored - replayTime)
                """)
        let tally = upload.tally
        let rejected = String(decoding: upload.rejectedRows, as: UTF8.self)
        try database.execute(
            literal: """
                INSERT INTO upload (
                    station, credential, feed, begun, ended, bytes, rows, accepted, replaced, unchanged,
                    suspect, missing, rejected, rejectedRows, failure, key, fingerprint, answer)
                VALUES (
                    (SELECT number FROM station WHERE id = \(upload.station.rawValue)),
                    \(upload.credential), \(upload.feed), \(upload.begun.stored), \(upload.ended.stored),
                    \(upload.bytes), \(tally.rows), \(tally.accepted), \(tally.replaced),
                    \(tally.unchanged), \(tally.suspectCount), \(tally.missing), \(tally.rejectedCount),
                    \(rejected), \(upload.failure), \(replay?.key), \(replay?.fingerprint),
                    \(replay?.answer))
                """)
    }

    /// The answer to a station's upload with an idempotency key, as long as it is stored.
    package func replay(of key: String, by station: Station.ID, at now: Date) async throws -> UploadReplay? {
        try await pool.read { database in
            try SQLRequest<Row>(
                literal: """
                    SELECT fingerprint, answer FROM upload
                    WHERE station = (SELECT number FROM station WHERE id = \(station.rawValue))
                        AND key = \(key) AND ended >= \(now.stored - Self.replayTime)
                    """
            ).fetchOne(database).map {
                UploadReplay(key: key, fingerprint: $0["fingerprint"], answer: $0["answer"])
            }
        }
    }

    /// A station's uploads, newest first, with their numbers.
    ///
    /// - Parameters:
    ///   - station: The station.
    ///   - before: The last number of the previous page, or `nil` for the first page.
    ///   - limit: The largest number of uploads.
    /// - Returns: The uploads, without dry runs.
    /// - Throws: `DatabaseError`.
    package func uploads(
        of station: Station.ID, before: Int64? = nil, limit: Int
    ) async throws -> [(number: Int64, upload: UploadRecord)] {
        try await pool.read { database in
            try SQLRequest<Row>(
                literal: """
                    SELECT * FROM upload
                    WHERE station = (SELECT number FROM station WHERE id = \(station.rawValue))
                        AND number < \(before ?? .max)
                    ORDER BY number DESC LIMIT \(limit)
                    """
            ).fetchAll(database).map { ($0["number"], UploadRecord(row: $0, station: station)) }
        }
    }
}

extension SQLiteTransaction {
    package func log(_ upload: UploadRecord, replay: UploadReplay?) throws {
        try SQLiteStore.log(upload, replay: replay, in: database)
    }
}

extension UploadRecord {
    fileprivate init(row: Row, station: Station.ID) {
        let rejected: String = row["rejectedRows"]
        self.init(
            station: station, credential: row["credential"], feed: row["feed"],
            begun: Date(stored: row["begun"]), ended: Date(stored: row["ended"]), bytes: row["bytes"],
            tally: IntakeTally(
                rows: row["rows"], accepted: row["accepted"], replaced: row["replaced"],
                unchanged: row["unchanged"], missing: row["missing"], suspect: row["suspect"],
                rejected: row["rejected"]),
            rejectedRows: Data(rejected.utf8), failure: row["failure"])
    }
}
