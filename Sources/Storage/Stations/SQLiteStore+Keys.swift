package import Foundation
import GRDB
package import Observations
package import People

extension SQLiteStore {
    /// Adds a key to a station, and sets an end to the key that it replaces.
    ///
    /// - Parameters:
    ///   - credential: The key.
    ///   - label: The owner's name for it.
    ///   - former: The public part of the replaced key, with the instant at which it ends.
    ///   - now: When the key is made.
    /// - Throws: ``KeyRefusal``; then nothing has changed.
    package func addKey(
        _ credential: Credential, label: String?, replacing former: (id: String, ends: Date)? = nil,
        at now: Date
    ) async throws {
        guard case .station(let station) = credential.principal
        else { preconditionFailure("a key is a station's") }
        try await pool.write { database in
            let number = try Self.number(of: station, in: database)
            if let former { try Self.end(former.id, of: number, at: former.ends, now: now, in: database) }
            try Self.checkRoom(for: number, now: now, in: database)
            try database.execute(
                literal: """
                    INSERT INTO credential (id, station, hash, created, label)
                    VALUES (\(credential.id), \(number), \(credential.hash), \(now.stored), \(label))
                    """)
            try Self.forgetEndedKeys(of: number, now: now, in: database)
        }
    }

    /// Makes sure that a station may have one more key.
    ///
    /// A replaced key that is yet to end counts against a limit of its own.
    private static func checkRoom(for station: Int64, now: Date, in database: Database) throws {
        let counts = try SQLRequest<Row>(
            literal: """
                SELECT count(*) FILTER (WHERE ends IS NULL) AS staying,
                    count(*) FILTER (WHERE ends > \(now.stored)) AS ending
                FROM credential WHERE station = \(station)
                """
        ).fetchOne(database)
        guard let counts, counts["staying"] < StationKey.limit, counts["ending"] <= StationKey.endingLimit
        else { throw KeyRefusal.tooMany }
    }

    /// Deletes all but the newest of a station's keys that have ended.
    private static func forgetEndedKeys(of station: Int64, now: Date, in database: Database) throws {
        try database.execute(
            literal: """
                DELETE FROM credential WHERE id IN (
                    SELECT id FROM credential WHERE station = \(station) AND ends <= \(now.stored)
                    ORDER BY ends DESC, id LIMIT \(Int64.max) OFFSET \(StationKey.endedLimit))
                """)
    }

    /// Deletes the keys that ended longer than ``StationKey/remembered`` ago.
    ///
    /// Uploads made with them keep naming them.
    package func forgetKeys(at now: Date) async throws {
        let end = now.addingTimeInterval(-StationKey.remembered).stored
        let isAny = try await pool.read { database in
            try SQLRequest<Bool>(
                literal:
                    "SELECT EXISTS (SELECT 1 FROM credential WHERE station IS NOT NULL AND ends < \(end))"
            ).fetchOne(database)
        }
        // A transaction with nothing to do would only hold up other writers.
        guard isAny == true else { return }
        try await pool.write { database in
            try database.execute(
                literal: "DELETE FROM credential WHERE station IS NOT NULL AND ends < \(end)")
        }
    }

    /// A station's keys, newest first, including those that ended recently.
    ///
    /// They are one page: the limits of `StationKey` allow no more.
    package func keys(of station: Station.ID) async throws -> [StationKey] {
        try await pool.read { database in
            try SQLRequest<Row>(
                literal: """
                    SELECT credential.id, label, created, lastUsed, ends FROM credential
                    WHERE credential.station = (SELECT number FROM station WHERE id = \(station.rawValue))
                    ORDER BY created DESC, credential.id
                    """
            ).fetchAll(database).map { row in
                StationKey(
                    id: row["id"], label: row["label"], created: Date(stored: row["created"]),
                    lastUsed: (row["lastUsed"] as Int64?).map { Date(stored: $0) },
                    ends: (row["ends"] as Int64?).map { Date(stored: $0) })
            }
        }
    }

    /// Ends a key at once.
    ///
    /// - Parameters:
    ///   - id: Its public part.
    ///   - station: The station that must own the key.
    ///   - sparingLast: Whether to spare the only key that is in force and has no end soon.
    ///   - now: When it ends.
    /// - Throws: ``KeyRefusal``; then nothing has changed.
    package func revokeKey(
        _ id: String, of station: Station.ID, sparingLast: Bool, at now: Date
    ) async throws {
        try await pool.write { database in
            let number = try Self.number(of: station, in: database)
            let others = try SQLRequest<Bool>(
                literal: """
                    SELECT EXISTS (
                        SELECT 1 FROM credential WHERE station = \(number) AND id <> \(id)
                            AND ends IS NULL)
                    """
            ).fetchOne(database)
            try Self.end(id, of: number, at: now, now: now, in: database)
            guard !sparingLast || others == true else { throw KeyRefusal.last }
            try Self.forgetEndedKeys(of: number, now: now, in: database)
        }
    }

    /// The station that a key belongs to.
    package func station(ofKey id: String) async throws -> Station.ID? {
        guard case .station(let station)? = try await credential(id)?.principal else { return nil }
        return station
    }

    /// Records when keys were last used.
    package func noteUses(_ uses: [String: Date]) async throws {
        guard !uses.isEmpty else { return }
        try await pool.write { database in
            for (id, instant) in uses {
                try database.execute(
                    literal: """
                        UPDATE credential SET lastUsed = \(instant.stored)
                        WHERE id = \(id) AND (lastUsed IS NULL OR lastUsed < \(instant.stored))
                        """)
            }
        }
    }

    static func number(of station: Station.ID, in database: Database) throws -> Int64 {
        let number = try SQLRequest<Int64>(
            literal: "SELECT number FROM station WHERE id = \(station.rawValue)"
        ).fetchOne(database)
        guard let number else { throw KeyRefusal.unknownStation }
        return number
    }

    /// Sets the end of a key that is in force.
    private static func end(
        _ id: String, of station: Int64, at end: Date, now: Date, in database: Database
    ) throws {
        try database.execute(
            literal: """
                UPDATE credential
                SET ends = CASE WHEN ends < \(end.stored) THEN ends ELSE \(end.stored) END
                WHERE id = \(id) AND station = \(station) AND (ends IS NULL OR ends > \(now.stored))
                """)
        guard database.changesCount == 1 else { throw KeyRefusal.unknownKey }
    }
}
