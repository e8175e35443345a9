import Alerts
import Allergens
import Foundation
import GRDB
import Geography
import People

/// Writes the ledger: each way of finding the accounts that an alert concerns is one `SELECT`, and one
/// statement makes their lines.
extension SQLiteTransaction {
    func notify(of alert: Alert, concerned: [Fence.Number: Double], now: Date) throws {
        try run(
            """
            CREATE TEMP TABLE IF NOT EXISTS concernedFence (fence INTEGER PRIMARY KEY, distance REAL NOT NULL)
            """, [])
        try run("DELETE FROM concernedFence", [])
        for (fence, distance) in concerned {
            try run("INSERT INTO concernedFence (fence, distance) VALUES (?, ?)", [fence.rawValue, distance])
        }
        try notify(
            of: alert,
            concerned: Self.concern(
                of: alert, among: "concernedFence JOIN fence ON fence.number = concernedFence.fence",
                distance: "concernedFence.distance", now: now, taxonomy), now: now)
    }

    func notify(
        of alert: Alert, at position: Coordinate, except reporter: Account.ID?, now: Date
    ) throws {
        try notify(
            of: alert,
            concerned: Self.holders(
                of: position, of: alert, except: reporter, and: try reporter.map(persons) ?? [], now: now,
                taxonomy), now: now)
    }

    func notify(of alert: Alert, insteadOf former: Alert.ID, now: Date) throws {
        try notify(
            of: alert,
            concerned: """
                SELECT account, NULL AS distance, fences, 1 AS isOwn, nearness,
                    coalesce((SELECT min(\(Self.isQuiet(for: alert, now: now))) FROM fence
                        WHERE fence.account = delivery.account), 0) AS isQuiet
                FROM delivery WHERE alert = \(try number(of: former)) AND channel = 0
                """, now: now)
    }

    /// Every account with a fence that a report's public place concerns and that watches the alert's
    /// allergens, without the reporter and the reporter's persons.
    static func holders(
        of position: Coordinate, of alert: Alert, except reporter: Account.ID?,
        and persons: [Account.ID] = [], now: Date, _ taxonomy: Taxonomy
    ) -> SQL {
        let place = ReportPlace(holding: position)
        let family: SQL = persons.isEmpty ? "" : "AND fence.account NOT IN \(persons.map(\.rawValue))"
        let search = FenceSearch(within: Report.publicReach, of: place.centre)
        let set = taxonomy.set(of: alert.allergens)
        return concern(
            found: """
                SELECT fence.account, fence.number, \(place.reach(watching: set)) AS reach,
                    \(isQuiet(for: alert, now: now)) AS isQuiet
                FROM \(search.source)
                WHERE \(search.condition) AND fence.kinds & \(KindBits.encoded([alert.kind])) <> 0
                    AND \(takes(set)) AND \(isOn(at: now))
                    AND fence.account <> \(reporter?.rawValue ?? 0) \(family)
                """, where: place.isTouched("reach", by: "found.number"), isOwn: "reach & 4", distance: "NULL"
        )
    }

    /// The condition that a fence accepts a report without allergens, if the set is empty.
    static func takes(_ set: AllergenSet) -> SQL { set.isEmpty ? "fence.unsure = 1" : "true" }

    /// The condition that a fence watches one of the allergens.
    static func watches(_ set: AllergenSet) -> SQL {
        "fenceWatches(\(SQLFunctions.fence), \(set.storedLow), \(set.storedHigh))"
    }

    /// The condition that a fence is on.
    static func isOn(at now: Date) -> SQL {
        """
        (fence.starts IS NULL OR fence.starts <= \(now.stored)) AND (fence.ends IS NULL OR fence.ends > \(now.stored))
        """
    }

    /// The concern of each account among the fences that `fences`, the SQL after `FROM`, finds.
    static func concern(
        of alert: Alert, among fences: SQL, distance: SQL = "NULL", now: Date, _ taxonomy: Taxonomy
    ) -> SQL {
        let set = taxonomy.set(of: alert.allergens)
        let isOwn: SQL =
            set.isEmpty ? "1" : "fenceOwns(\(SQLFunctions.fence), \(set.storedLow), \(set.storedHigh))"
        return concern(
            found: """
                SELECT fence.account, fence.number, \(distance) AS distance, \(isOwn) AS isOwn,
                    \(isQuiet(for: alert, now: now)) AS isQuiet
                FROM \(fences)
                """, isOwn: "isOwn", distance: "min(distance)")
    }

    /// The concern of each account: the numbers of its fences, the distance of the nearest, whether all are
    /// quiet now, and whether one of them watches an allergen of the alert for its own sake.
    ///
    /// `found` asks the sealed row of each fence once, before the rows are sorted by account. So the sealed
    /// rows are not sorted along, and no condition asks them again. A limit that limits nothing keeps SQLite
    /// from merging the two queries (https://sqlite.org/optoverview.html#subquery_flattening). The query uses
    /// sums, since the minimum or maximum takes SQLite three times as long.
    private static func concern(
        found: SQL, where condition: SQL = "true", isOwn: SQL, distance: SQL
    ) -> SQL {
        """
        WITH found AS (\(found) LIMIT \(Int64.max))
        SELECT account, \(distance) AS distance, json_group_array(number) AS fences, sum(\(isOwn)) > 0 AS isOwn,
            NULL AS nearness, sum(NOT isQuiet) = 0 AS isQuiet
        FROM found WHERE \(condition) GROUP BY account
        """
    }

    private static func isQuiet(for alert: Alert, now: Date) -> SQL {
        """
        CASE WHEN fence.quietFrom IS NULL OR \(alert.level?.rank ?? 0) >= coalesce(fence.quietException, 9) THEN 0
            ELSE isQuiet(fence.timeZone, fence.quietFrom, fence.quietUntil, \(now.stored)) END
        """
    }

    /// Writes a line for the inbox of each account that a query finds, and then one for each of the account's
    /// active channels.
    ///
    /// Lines for a digest wait for its time, in quiet hours or not. Accounts that were already notified of
    /// the alert are not notified again.
    func notify(of alert: Alert, concerned: SQL, now: Date) throws {
        let number = try number(of: alert.id)
        let last = try SQLRequest<Int64>(literal: "SELECT max(id) FROM delivery", cached: true).fetchOne(
            database)
        try writeInboxLines(of: alert, number, concerned: concerned, now: now.stored)
        let lines = database.changesCount
        guard lines > 0 else { return }
        changes.ledgerGrew = true
        try writeChannelLines(of: number, since: last ?? 0, lines: lines, now: now.stored)
    }

    private func writeInboxLines(of alert: Alert, _ number: Int64, concerned: SQL, now: Int64) throws {
        let set = taxonomy.set(of: alert.allergens)
        try execute(
            """
            INSERT INTO delivery
                (alert, account, channel, state, reason, fences, nearness, created, updated)
            SELECT \(number), account, 0, CASE WHEN isQuiet THEN 'suppressed' ELSE 'delivered' END,
                CASE WHEN isQuiet THEN \(SuppressionReason.quietHours.rawValue) END, fences,
                CASE WHEN nearness IS NOT NULL THEN nearness
                    WHEN isOwn AND distance IS NULL THEN NULL
                    ELSE sealNearness(account, distance, CASE WHEN NOT isOwn THEN (
                        SELECT fenceCause(\(SQLFunctions.fence), \(set.storedLow), \(set.storedHigh))
                        FROM fence
                        WHERE fence.number = (SELECT min(value) FROM json_each(concerned.fences))) END) END,
                \(now), \(now)
            FROM (\(concerned)) AS concerned WHERE true
            ON CONFLICT (alert, account, channel) DO NOTHING
            """)
    }

    private func writeChannelLines(of number: Int64, since last: Int64, lines: Int, now: Int64) throws {
        let channels =
            try SQLRequest<Int>(literal: "SELECT max(number) FROM channel", cached: true).fetchOne(database)
            ?? 0
        guard channels > 0 else { return }
        // The join begins with the smaller table, whatever SQLite estimates.
        try writeChannelLines(
            of: number, since: last,
            from: channels < lines
                ? "channel CROSS JOIN delivery AS line" : "delivery AS line CROSS JOIN channel",
            where: "channel.account = line.account", now: now)
        let persons = try numberOfPersons(upTo: lines)
        guard persons > 0 else { return }
        // A person's notifications go over the guardian's channels.
        try writeChannelLines(
            of: number, since: last,
            from: persons < lines
                ? "account AS person CROSS JOIN delivery AS line CROSS JOIN channel"
                : "delivery AS line CROSS JOIN account AS person CROSS JOIN channel",
            where: """
                line.account = person.id AND channel.account = person.guardian AND person.guardian IS NOT NULL
                """, now: now)
    }

    private func writeChannelLines(
        of number: Int64, since last: Int64, from tables: SQL, where isTheirs: SQL, now: Int64
    ) throws {
        try execute(
            """
            INSERT INTO delivery
                (alert, account, channel, state, reason, fences, nearness, created, due, updated)
            SELECT alert, account, number, CASE WHEN isHeld THEN 'suppressed' ELSE 'queued' END,
                CASE WHEN isHeld THEN reason END, fences, nearness, \(now),
                CASE WHEN digest IS NOT NULL THEN digest WHEN NOT isHeld THEN \(now) END, \(now)
            FROM (
                SELECT line.*, channel.number, line.state = 'suppressed' AND channel.rhythm <> 'digest' AS isHeld,
                    CASE channel.rhythm WHEN 'digest' THEN
                        nextTime(coalesce(profile.timeZone, 'GMT'), coalesce(profile.digestTime, 420), \(now)) END AS digest
                FROM \(tables)
                LEFT JOIN profile ON profile.account = channel.account
                WHERE \(isTheirs) AND line.alert = \(number) AND line.channel = 0 AND line.id > \(last)
                    AND channel.state = 'active'
            ) AS sending WHERE true
            ON CONFLICT (alert, account, channel) DO NOTHING
            """)
    }

    /// Executes a statement, which is prepared once for each form it takes.
    private func execute(_ literal: SQL) throws {
        let (sql, arguments) = try literal.build(database)
        try database.cachedStatement(sql: sql).execute(arguments: arguments)
    }
}
