package import Foundation
package import Observations

/// How long a repeated upload gets the first one's answer, in seconds.
private let replayTime: Int64 = 86_400

extension RowStore {
    /// Logs the outcome of an upload, and stores its answer for repetitions within a day.
    package func log(_ upload: UploadRecord, replay: UploadReplay? = nil) async throws {
        try await writeManyRows(locking: .nothing) { try $0.log(upload, replay: replay) }
    }

    /// The answer to a station's upload with an idempotency key, as long as it is stored.
    package func replay(of key: String, by station: Station.ID, at now: Date) async throws -> UploadReplay? {
        try await readRows { runner in
            try runner.row(
                """
                SELECT fingerprint, answer FROM upload
                WHERE station = (SELECT number FROM station WHERE id = \(station.rawValue))
                    AND key = \(key) AND ended >= \(now.stored - replayTime)
                """
            ).map {
                UploadReplay(key: key, fingerprint: try $0["fingerprint"], answer: try $0["answer"])
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
        try await readRows { runner in
            try runner.rows(
                """
                SELECT * FROM upload
                WHERE station = (SELECT number FROM station WHERE id = \(station.rawValue))
                    AND number < \(before ?? .max)
                ORDER BY number DESC LIMIT \(limit)
                """
            ).map { (number: try $0["number"], upload: try UploadRecord(row: $0, station: station)) }
        }
    }
}

extension QueryRunner {
    func log(
        _ upload: UploadRecord, replay: UploadReplay?
    ) throws {
        try run(
            """
            UPDATE upload SET key = NULL, fingerprint = NULL, answer = NULL
            WHERE key IS NOT NULL AND ended < \(upload.ended.stored - replayTime)
            """)
        let tally = upload.tally
        let rejected = String(decoding: upload.rejectedRows, as: UTF8.self)
        try run(
            """
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
}

extension RowTransaction {
    func log(_ upload: UploadRecord, replay: UploadReplay?) throws {
        try runner.log(upload, replay: replay)
    }
}

extension UploadRecord {
    fileprivate init(row: QueryRow, station: Station.ID) throws {
        let rejected: String = try row["rejectedRows"]
        self.init(
            station: station, credential: try row["credential"], feed: try row["feed"],
            begun: Date(stored: try row["begun"]), ended: Date(stored: try row["ended"]),
            bytes: try row["bytes"],
            tally: IntakeTally(
                rows: try row["rows"], accepted: try row["accepted"], replaced: try row["replaced"],
                unchanged: try row["unchanged"], missing: try row["missing"], suspect: try row["suspect"],
                rejected: try row["rejected"]),
            rejectedRows: Data(rejected.utf8), failure: try row["failure"])
    }
}
