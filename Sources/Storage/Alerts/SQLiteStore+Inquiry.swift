package import Alerts
import Allergens
import Foundation
import GRDB
import Geography
package import People

extension SQLiteStore {
    /// The number of lines in the ledger with the same outcome, by channel.
    package func tally(of alert: Alert.ID) async throws -> [LedgerTally] {
        try await pool.read { database in
            try SQLRequest<Row>(
                literal: """
                    SELECT channel.kind, min(delivery.channel) AS channel, delivery.state, delivery.reason,
                        count(*) AS lines
                    FROM delivery LEFT JOIN channel ON channel.number = delivery.channel
                    WHERE delivery.alert = (SELECT number FROM alert WHERE id = \(alert.rawValue))
                    GROUP BY channel.kind, delivery.channel = 0, delivery.state, delivery.reason
                    ORDER BY delivery.channel = 0 DESC, channel.kind, delivery.state
                    """
            ).fetchAll(database).map { row in
                LedgerTally(
                    channel: Channel.Kind(ledger: row), state: DeliveryState(line: row),
                    reason: row["reason"],
                    count: row["lines"])
            }
        }
    }

    /// The lines of the ledger, for one account or for all, in order, at most `limit`.
    package func lines(
        of alert: Alert.ID, account: Account.ID?, limit: Int
    ) async throws -> [LedgerLine] {
        try await pool.read { [taxonomy, cipher] database in
            let concerns = ConcernReader(database, cipher, taxonomy: taxonomy)
            return try SQLRequest<Row>(
                literal: """
                    SELECT \(OwnerLabel.columns), channel.kind, delivery.*
                    FROM delivery JOIN account ON account.id = delivery.account \(OwnerLabel.joins)
                    LEFT JOIN channel ON channel.number = delivery.channel
                    WHERE delivery.alert = (SELECT number FROM alert WHERE id = \(alert.rawValue))
                        AND (\(account == nil) OR \(account?.rawValue) IN (account.id, account.guardian))
                    ORDER BY delivery.id LIMIT \(limit)
                    """
            ).fetchAll(database).map { row in
                LedgerLine(
                    account: try OwnerLabel.name(in: row, cipher), owner: OwnerLabel.owner(in: row),
                    channel: Channel.Kind(ledger: row),
                    state: DeliveryState(line: row),
                    reason: row["reason"], attempts: row["attempts"], created: Date(stored: row["created"]),
                    updated: Date(stored: row["updated"]),
                    due: (row["due"] as Int64?).map(Date.init(stored:)),
                    fences: try concerns.names(row["fences"]))
            }
        }
    }

    /// The fences whose accounts have no line in the ledger of an alert, at most `limit`.
    ///
    /// With an account, they are its fences and those of its persons. Without one, they are the fences with a
    /// box within `radius` metres of one of the alert's places.
    package func bystanders(
        of alert: Alert.ID, near radius: Double, account: Account.ID?, limit: Int
    ) async throws -> [BystandingFence] {
        try await pool.read { [taxonomy, cipher] database in
            guard let row = try Self.inquired(alert, in: database) else { return [] }
            let places = try Self.places(of: row, in: database)
            let found = try Self.bystanderRequest(
                of: row["number"], around: places, radius: radius, account: account, limit: limit
            ).fetchAll(database)
            return try found.map { fence in
                try Self.bystander(
                    fence, of: row, places: places, taxonomy: taxonomy, cipher, in: database)
            }
        }
    }

    private static func inquired(_ alert: Alert.ID, in database: Database) throws -> Row? {
        try SQLRequest<Row>(literal: "SELECT * FROM alert WHERE id = \(alert.rawValue)").fetchOne(database)
    }

    /// The public places of the alert's reports, or else of its station.
    private static func places(of alert: Row, in database: Database) throws -> [Coordinate] {
        let number: Int64 = alert["number"]
        let reports = try SQLRequest<Row>(
            literal: "SELECT DISTINCT longitude, latitude FROM report WHERE alert = \(number)"
        ).fetchAll(database)
        return reports.isEmpty ? [Coordinate(row: alert)] : reports.map(Coordinate.init(row:))
    }

    private static func bystanderRequest(
        of alert: Int64, around places: [Coordinate], radius: Double, account: Account.ID?, limit: Int
    ) -> SQLRequest<Row> {
        let boxes = places.flatMap { BoundingBox(around: $0, radius: radius).parts }
        let touches = boxes.map { box -> SQL in
            """
            fence.number IN (SELECT id / 2 FROM fenceBox
                WHERE west <= \(box.east) AND east >= \(box.west) AND south <= \(box.north) AND north >= \(box.south))
            """
        }
        let concerned: SQL =
            account.map { "\($0.rawValue) IN (account.id, account.guardian)" }
            ?? "(\(touches.joined(separator: " OR ")))"
        return SQLRequest(
            literal: """
                SELECT fence.*, \(OwnerLabel.columns), fenceOutline.area, fenceOutline.rings
                FROM fence JOIN account ON account.id = fence.account \(OwnerLabel.joins)
                LEFT JOIN fenceOutline ON fenceOutline.fence = fence.number
                WHERE \(concerned) AND NOT EXISTS (
                    SELECT 1 FROM delivery WHERE delivery.alert = \(alert) AND delivery.account = fence.account)
                ORDER BY fence.number LIMIT \(limit)
                """)
    }

    private static func bystander(
        _ row: Row, of alert: Row, places: [Coordinate], taxonomy: Taxonomy, _ cipher: RowCipher,
        in database: Database
    ) throws -> BystandingFence {
        let number: Int64 = row["number"]
        let codes = AllergenSet(row: alert).codes
        let fence = try Fence(row: row, taxonomy: taxonomy, cipher)
        let plan = try cipher.details(of: row["id"], sealed: row["sealed"]).plan
        let levels = codes.compactMap { code -> (Allergen.ID, Level)? in
            guard let allergen = taxonomy[code: code], let level = plan.level(of: AllergenSet([allergen]))
            else { return nil }
            return (allergen.id, level)
        }
        let announced = try SQLRequest<Row>(
            literal: "SELECT level, day FROM announcedLevel WHERE fence = \(number) AND allergen IN \(codes)"
        ).fetchOne(database)
        let isReporter = try SQLRequest<Bool>(
            literal: """
                SELECT EXISTS (SELECT 1 FROM report
                    WHERE alert = \(alert["number"] as Int64)
                        AND account IN (\(fence.account.rawValue), \(row["guardian"] as Int64?)))
                """
        ).fetchOne(database)
        return BystandingFence(
            account: try OwnerLabel.name(in: row, cipher), owner: OwnerLabel.owner(in: row),
            name: fence.name, area: fence.area,
            kinds: fence.rules.kinds,
            gauge: fence.rules.gauge,
            levels: Dictionary(uniqueKeysWithValues: levels), acceptsUnsure: row["unsure"],
            starts: (row["starts"] as Int64?).map(Date.init(stored:)),
            ends: (row["ends"] as Int64?).map(Date.init(stored:)), changed: Date(stored: row["changed"]),
            isReporter: isReporter ?? false, places: places,
            announced: announced.flatMap { row in
                Level(rank: row["level"]).map {
                    Announcement(level: $0, day: CivilDate(daysSinceEpoch: row["day"]))
                }
            })
    }
}

extension Channel.Kind {
    /// The kind of channel in a line of the ledger; `nil` for the inbox and for deleted channels.
    fileprivate init?(ledger row: Row) {
        let text: String? = row["kind"]
        guard let kind = text.flatMap(Channel.Kind.init(rawValue:)) else { return nil }
        self = kind
    }
}
