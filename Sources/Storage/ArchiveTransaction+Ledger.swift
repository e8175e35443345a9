import Allergens
import Foundation
import GRDB
import Geography

/// Writing the ledger: each way of finding whom an alert concerns is one `SELECT`, and one statement makes the
/// lines of it.
extension ArchiveTransaction {
    func tell(of alert: Alert, concerned: [Fence.Number: Double], now: Date) throws {
        try run(
            """
            CREATE TEMP TABLE IF NOT EXISTS concernedFence (fence INTEGER PRIMARY KEY, distance REAL NOT NULL)
            """, [])
        try run("DELETE FROM concernedFence", [])
        for (fence, distance) in concerned {
            try run("INSERT INTO concernedFence (fence, distance) VALUES (?, ?)", [fence.rawValue, distance])
        }
        try tell(
            of: alert,
            concerned: """
                SELECT fence.account AS account, min(concernedFence.distance) AS distance,
                    \(Self.concern(of: alert, now: now, taxonomy))
                FROM concernedFence JOIN fence ON fence.number = concernedFence.fence
                GROUP BY fence.account
                """, now: now)
    }

    func tell(
        of alert: Alert, at position: Coordinate, except reporter: Account.ID?, now: Date
    ) throws {
        try tell(
            of: alert,
            concerned: Self.holders(of: position, of: alert, except: reporter, now: now, taxonomy), now: now)
    }

    func tell(of alert: Alert, insteadOf former: Alert.ID, now: Date) throws {
        try tell(
            of: alert,
            concerned: """
                SELECT account, distance, fences, 1 AS isOwn, NULL AS fence, crossReaction,
                    ifnull((SELECT min(\(Self.isQuiet(for: alert, now: now))) FROM fence
                        WHERE fence.account = delivery.account), 0) AS isQuiet
                FROM delivery WHERE alert = \(try number(of: former)) AND channel = 0
                """, now: now)
    }

    /// Every account but the reporter's with a fence that the public place of a report concerns and that watches what the
    /// alert is about.
    static func holders(
        of position: Coordinate, of alert: Alert, except reporter: Account.ID?, now: Date,
        _ taxonomy: Taxonomy
    ) -> SQL {
        let place = ReportPlace(holding: position)
        let search = FenceSearch(within: Report.publicReach, of: place.centre)
        return """
            SELECT fence.account AS account, NULL AS distance, \(concern(of: alert, now: now, taxonomy))
            FROM \(search.source)
            WHERE \(search.condition) AND fence.kinds & \(KindBits.encoded([alert.kind])) <> 0
                AND \(watches(taxonomy.set(of: alert.allergens))) AND \(isOn(at: now))
                AND fence.account <> \(reporter?.rawValue ?? 0) AND \(place.touches)
            GROUP BY fence.account
            """
    }

    /// The condition that a fence watches one of the allergens that were reported, or takes a report that names none.
    static func watches(_ set: AllergenSet) -> SQL {
        set.isEmpty
            ? "fence.unsure = 1"
            : set.overlaps("fence.low4", "fence.high4")
    }

    /// The condition that a fence is on.
    static func isOn(at now: Date) -> SQL {
        """
        (fence.starts IS NULL OR fence.starts <= \(now.stored)) AND (fence.ends IS NULL OR fence.ends > \(now.stored))
        """
    }

    /// What the ledger keeps of an account's fences: their names, whether all are quiet now, and whether one of them
    /// watches an allergen of the alert for its own sake.
    static func concern(of alert: Alert, now: Date, _ taxonomy: Taxonomy) -> SQL {
        let set = taxonomy.set(of: alert.allergens)
        let isOwn: SQL = set.isEmpty ? "1" : "max(\(set.overlaps("fence.ownLow", "fence.ownHigh")))"
        return """
            json_group_array(fence.name) AS fences,
            \(isOwn) AS isOwn,
            min(fence.number) AS fence, NULL AS crossReaction, min(\(isQuiet(for: alert, now: now))) AS isQuiet
            """
    }

    private static func isQuiet(for alert: Alert, now: Date) -> SQL {
        """
        CASE WHEN fence.quietFrom IS NULL OR \(alert.level?.rank ?? 0) >= ifnull(fence.quietException, 9) THEN 0
            ELSE isQuiet(fence.timeZone, fence.quietFrom, fence.quietUntil, \(now.stored)) END
        """
    }

    /// Writes a line for the inbox of each account that a query finds, and then one for each of their active channels.
    ///
    /// What goes into a digest waits for its time, quiet or not. Whoever was told of the alert before is not told again.
    func tell(of alert: Alert, concerned: SQL, now: Date) throws {
        let number = try number(of: alert.id)
        let last = try SQLRequest<Int64>(literal: "SELECT max(id) FROM delivery", cached: true).fetchOne(
            database)
        try tellInboxes(of: alert, number, concerned: concerned, now: now.stored)
        let lines = database.changesCount
        guard lines > 0 else { return }
        try tellChannels(of: number, since: last ?? 0, lines: lines, now: now.stored)
    }

    private func tellInboxes(of alert: Alert, _ number: Int64, concerned: SQL, now: Int64) throws {
        let codes = taxonomy.set(of: alert.allergens).codes
        try execute(
            """
            INSERT INTO delivery
                (alert, account, channel, state, reason, fences, distance, crossReaction, created, updated)
            SELECT \(number), account, 0, CASE WHEN isQuiet THEN 'suppressed' ELSE 'delivered' END,
                CASE WHEN isQuiet THEN \(SuppressionReason.quietHours.rawValue) END, fences, distance,
                CASE WHEN isOwn THEN crossReaction ELSE (
                    SELECT crossWatch.crossReaction FROM crossWatch
                    WHERE crossWatch.fence = concerned.fence AND crossWatch.allergen IN \(codes)
                    ORDER BY crossWatch.allergen LIMIT 1) END,
                \(now), \(now)
            FROM (\(concerned)) AS concerned WHERE true
            ON CONFLICT (alert, account, channel) DO NOTHING
            """)
    }

    private func tellChannels(of number: Int64, since last: Int64, lines: Int, now: Int64) throws {
        let channels =
            try SQLRequest<Int>(literal: "SELECT max(number) FROM channel", cached: true).fetchOne(database)
            ?? 0
        guard channels > 0 else { return }
        // The join begins with the fewer, whatever SQLite thinks of the sizes.
        let join: SQL =
            channels < lines
            ? "channel CROSS JOIN delivery AS line ON line.account = channel.account"
            : "delivery AS line CROSS JOIN channel ON channel.account = line.account"
        try execute(
            """
            INSERT INTO delivery
                (alert, account, channel, state, reason, fences, distance, crossReaction, created, due, updated)
            SELECT alert, account, number, CASE WHEN isHeld THEN 'suppressed' ELSE 'queued' END,
                CASE WHEN isHeld THEN reason END, fences, distance, crossReaction, \(now),
                CASE WHEN digest IS NOT NULL THEN digest WHEN NOT isHeld THEN \(now) END, \(now)
            FROM (
                SELECT line.*, channel.number, line.state = 'suppressed' AND channel.rhythm <> 'digest' AS isHeld,
                    CASE channel.rhythm WHEN 'digest' THEN
                        nextTime(ifnull(profile.timeZone, 'GMT'), ifnull(profile.digestTime, 420), \(now)) END AS digest
                FROM \(join)
                LEFT JOIN profile ON profile.account = channel.account
                WHERE line.alert = \(number) AND line.channel = 0 AND line.id > \(last) AND channel.state = 'active'
            ) WHERE true
            ON CONFLICT (alert, account, channel) DO NOTHING
            """)
    }

    /// Executes a statement that is prepared once for each form that it takes.
    private func execute(_ literal: SQL) throws {
        let (sql, arguments) = try literal.build(database)
        try database.cachedStatement(sql: sql).execute(arguments: arguments)
    }
}
