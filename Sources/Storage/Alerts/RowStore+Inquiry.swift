package import Alerts
import Allergens
import Foundation
import Geography
package import People

extension RowStore {
    /// The number of lines in the ledger with the same outcome, by channel.
    package func tally(of alert: Alert.ID) async throws -> [LedgerTally] {
        try await readRows { runner in
            try runner.rows(
                """
                SELECT channel.kind, min(delivery.channel) AS channel, delivery.state, delivery.reason,
                    count(*) AS lines
                FROM delivery LEFT JOIN channel ON channel.number = delivery.channel
                WHERE delivery.alert = (SELECT number FROM alert WHERE id = \(alert.rawValue))
                GROUP BY channel.kind, delivery.channel = 0, delivery.state, delivery.reason
                ORDER BY delivery.channel = 0 DESC, channel.kind NULLS FIRST, delivery.state
                """
            ).map { row in
                LedgerTally(
                    channel: try Channel.Kind(ledger: row), state: try DeliveryState(line: row),
                    reason: try row["reason"],
                    count: try row["lines"])
            }
        }
    }

    /// The lines of the ledger, for one account or for all, in order, at most `limit`.
    package func lines(
        of alert: Alert.ID, account: Account.ID?, limit: Int
    ) async throws -> [LedgerLine] {
        try await readRows { [taxonomy, cipher] runner in
            let concerns = ConcernReader(runner, cipher, taxonomy: taxonomy)
            let own: Query =
                account.map { "AND \($0.rawValue) IN (account.id, account.guardian)" } ?? ""
            let rows = try runner.rows(
                """
                SELECT \(OwnerLabel.columns), channel.kind, delivery.*
                FROM delivery JOIN account ON account.id = delivery.account \(OwnerLabel.joins)
                LEFT JOIN channel ON channel.number = delivery.channel
                WHERE delivery.alert = (SELECT number FROM alert WHERE id = \(alert.rawValue)) \(own)
                ORDER BY delivery.id LIMIT \(limit)
                """)
            try concerns.prepare(for: rows)
            return try rows.map { row in
                LedgerLine(
                    account: try OwnerLabel.name(in: row, cipher.keys), owner: try OwnerLabel.owner(in: row),
                    channel: try Channel.Kind(ledger: row), state: try DeliveryState(line: row),
                    reason: try row["reason"], attempts: try row["attempts"],
                    created: Date(stored: try row["created"]),
                    updated: Date(stored: try row["updated"]),
                    due: (try row["due"] as Int64?).map(Date.init(stored:)),
                    fences: try concerns.names(try row["fences"]))
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
        try await readRows { [taxonomy, cipher] runner in
            guard let row = try runner.inquired(alert) else { return [] }
            let places = try runner.places(of: row)
            let found = try runner.bystanders(
                of: try row["number"], around: places, radius: radius, account: account, limit: limit
            )
            return try found.map { fence in
                try runner.bystander(
                    fence, of: row, places: places, taxonomy: taxonomy, cipher)
            }
        }
    }
}

extension QueryRunner {
    fileprivate func inquired(_ alert: Alert.ID) throws -> QueryRow? {
        try row("SELECT * FROM alert WHERE id = \(alert.rawValue)")
    }

    /// The public places of the alert's reports, or else of its station.
    fileprivate func places(of alert: QueryRow) throws -> [Coordinate] {
        let number: Int64 = try alert["number"]
        let reports = try rows("SELECT DISTINCT longitude, latitude FROM report WHERE alert = \(number)")
        return try reports.isEmpty ? [Coordinate(row: alert)] : reports.map(Coordinate.init(row:))
    }

    fileprivate func bystanders(
        of alert: Int64, around places: [Coordinate], radius: Double, account: Account.ID?, limit: Int
    ) throws -> [QueryRow] {
        let boxes = places.flatMap { BoundingBox(around: $0, radius: radius).parts }
        let touches = boxes.map { box -> Query in
            """
            fence.number IN (SELECT id / 2 FROM fenceBox WHERE \(BoxSearch.touching(box, in: "fenceBox")))
            """
        }
        let concerned: Query =
            account.map { "\($0.rawValue) IN (account.id, account.guardian)" }
            ?? "(\(touches.joined(separator: " OR ")))"
        return try rows(
            """
            SELECT fence.*, \(OwnerLabel.columns), fenceOutline.area, fenceOutline.rings
            FROM fence JOIN account ON account.id = fence.account \(OwnerLabel.joins)
            LEFT JOIN fenceOutline ON fenceOutline.fence = fence.number
            WHERE \(concerned) AND NOT EXISTS (
                SELECT 1 FROM delivery WHERE delivery.alert = \(alert) AND delivery.account = fence.account)
            ORDER BY fence.number LIMIT \(limit)
            """)
    }

    fileprivate func bystander(
        _ row: QueryRow, of alert: QueryRow, places: [Coordinate], taxonomy: Taxonomy, _ cipher: RowCipher
    ) throws -> BystandingFence {
        let number: Int64 = try row["number"]
        let codes = try AllergenSet(row: alert).codes
        let fence = try Fence(row: row, taxonomy: taxonomy, cipher)
        let plan = try cipher.details(of: try row["id"], sealed: try row["sealed"]).plan
        let levels = codes.compactMap { code -> (Allergen.ID, Level)? in
            guard let allergen = taxonomy[code: code], let level = plan.level(of: AllergenSet([allergen]))
            else { return nil }
            return (allergen.id, level)
        }
        let announced = try self.row(
            """
            SELECT level, day FROM announcedLevel
            WHERE fence = \(number) AND \(.isOne(of: codes, "allergen"))
            """)
        let isReporter = try value(
            """
            SELECT EXISTS (SELECT 1 FROM report
                WHERE alert = \(try alert["number"] as Int64)
                    AND account IN (\(fence.account.rawValue), \(try row["guardian"] as Int64?)))
            """, as: Bool.self)
        return BystandingFence(
            account: try OwnerLabel.name(in: row, cipher.keys), owner: try OwnerLabel.owner(in: row),
            name: fence.name, area: fence.area,
            kinds: fence.rules.kinds,
            gauge: fence.rules.gauge,
            levels: Dictionary(uniqueKeysWithValues: levels), acceptsUnsure: try row["unsure"],
            starts: (try row["starts"] as Int64?).map(Date.init(stored:)),
            ends: (try row["ends"] as Int64?).map(Date.init(stored:)),
            changed: Date(stored: try row["changed"]),
            isReporter: isReporter ?? false, places: places,
            announced: try announced.flatMap { row in
                let day = CivilDate(daysSinceEpoch: try row["day"])
                return Level(rank: try row["level"]).map { Announcement(level: $0, day: day) }
            })
    }
}

extension Channel.Kind {
    /// The kind of channel in a line of the ledger; `nil` for the inbox and for deleted channels.
    fileprivate init?(ledger row: QueryRow) throws {
        let text: String? = try row["kind"]
        guard let kind = text.flatMap(Channel.Kind.init(rawValue:)) else { return nil }
        self = kind
    }
}
