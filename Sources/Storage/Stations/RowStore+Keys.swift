package import Foundation
package import Observations
package import People

extension RowStore {
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
        try await writeRows(locking: .nothing) { runner in
            let number = try runner.number(of: station, locked: true)
            if let former { try runner.end(former.id, of: number, at: former.ends, now: now) }
            try runner.checkRoom(for: number, now: now)
            try runner.run(
                """
                INSERT INTO credential (id, station, hash, created, label)
                VALUES (\(credential.id), \(number), \(credential.hash), \(now.stored), \(label))
                """)
            try runner.forgetEndedKeys(of: number, now: now)
        }
    }

    /// Deletes the keys that ended longer than ``StationKey/remembered`` ago.
    ///
    /// Uploads made with them keep naming them.
    package func forgetKeys(at now: Date) async throws {
        let end = now.addingTimeInterval(-StationKey.remembered).stored
        let isAny = try await readRows { runner in
            try runner.value(
                "SELECT EXISTS (SELECT 1 FROM credential WHERE station IS NOT NULL AND ends < \(end))",
                as: Bool.self)
        }
        // A transaction with nothing to do would only hold up other writers.
        guard isAny == true else { return }
        try await writeRows(locking: .nothing) { runner in
            try runner.run("DELETE FROM credential WHERE station IS NOT NULL AND ends < \(end)")
        }
    }

    /// A station's keys, newest first, including those that ended recently.
    ///
    /// They are one page: the limits of `StationKey` allow no more.
    package func keys(of station: Station.ID) async throws -> [StationKey] {
        try await readRows { runner in
            try runner.rows(
                """
                SELECT credential.id, label, created, lastUsed, ends FROM credential
                WHERE credential.station = (SELECT number FROM station WHERE id = \(station.rawValue))
                ORDER BY created DESC, credential.id
                """
            ).map { row in
                StationKey(
                    id: try row["id"], label: try row["label"], created: Date(stored: try row["created"]),
                    lastUsed: (try row["lastUsed"] as Int64?).map { Date(stored: $0) },
                    ends: (try row["ends"] as Int64?).map { Date(stored: $0) })
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
        try await writeRows(locking: .nothing) { runner in
            let number = try runner.number(of: station, locked: true)
            let others = try runner.value(
                """
                SELECT EXISTS (
                    SELECT 1 FROM credential WHERE station = \(number) AND id <> \(id)
                        AND ends IS NULL)
                """, as: Bool.self)
            try runner.end(id, of: number, at: now, now: now)
            guard !sparingLast || others == true else { throw KeyRefusal.last }
            try runner.forgetEndedKeys(of: number, now: now)
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
        try await writeRows(locking: .nothing) { try $0.noteUses(uses) }
    }
}

extension QueryRunner {
    /// Records when keys and tokens were last used.
    ///
    /// Those who write at the same time wait for each other in the same order.
    func noteUses(_ uses: [String: Date]) throws {
        try run(
            """
            WITH visit (name, moment) AS (
                SELECT credential.id, used.moment FROM \(try Query.moments(uses)) AS used
                JOIN credential ON credential.id = used.name
                WHERE credential.lastUsed IS NULL OR credential.lastUsed < used.moment
                ORDER BY credential.id \(.locking("credential")))
            UPDATE credential SET lastUsed = visit.moment FROM visit WHERE credential.id = visit.name
            """)
    }
}

extension Query {
    /// Instants by name, as a table with the columns `name` and `moment`.
    static func moments(_ instants: [String: Date]) throws -> Query {
        let encoded = try JSONEncoder().encode(instants.mapValues(\.stored))
        let list = String(decoding: encoded, as: UTF8.self)
        return """
            (SELECT key AS name, CAST(value AS bigint) AS moment
                FROM \(sqlite: "json_each(\(list))", postgreSQL: "json_each_text(CAST(\(list) AS json))"))
            """
    }
}

extension QueryRunner {
    /// Makes sure that a station may have one more key.
    ///
    /// A replaced key that is yet to end counts against a limit of its own.
    fileprivate func checkRoom(for station: Int64, now: Date) throws {
        let counts = try row(
            """
            SELECT count(*) FILTER (WHERE ends IS NULL) AS staying,
                count(*) FILTER (WHERE ends > \(now.stored)) AS ending
            FROM credential WHERE station = \(station)
            """)
        guard let counts, try counts["staying"] < StationKey.limit,
            try counts["ending"] <= StationKey.endingLimit
        else { throw KeyRefusal.tooMany }
    }

    /// Deletes all but the newest of a station's keys that have ended.
    fileprivate func forgetEndedKeys(of station: Int64, now: Date) throws {
        try run(
            """
            DELETE FROM credential WHERE id IN (
                SELECT id FROM credential WHERE station = \(station) AND ends <= \(now.stored)
                ORDER BY ends DESC, id LIMIT \(Int64.max) OFFSET \(StationKey.endedLimit))
            """)
    }

    /// The number of a station; if `locked`, nobody else changes what belongs to it until the transaction ends.
    ///
    /// - Throws: ``KeyRefusal/unknownStation``.
    func number(of station: Station.ID, locked: Bool = false) throws -> Int64 {
        let lock: Query = locked ? .locking("station") : ""
        let number = try value(
            "SELECT number FROM station WHERE id = \(station.rawValue) \(lock)", as: Int64.self)
        guard let number else { throw KeyRefusal.unknownStation }
        return number
    }

    /// Sets the end of a key that is in force.
    fileprivate func end(
        _ id: String, of station: Int64, at end: Date, now: Date
    ) throws {
        let count = try run(
            """
            UPDATE credential
            SET ends = CASE WHEN ends < \(end.stored) THEN ends ELSE \(end.stored) END
            WHERE id = \(id) AND station = \(station) AND (ends IS NULL OR ends > \(now.stored))
            """)
        guard count == 1 else { throw KeyRefusal.unknownKey }
    }
}
