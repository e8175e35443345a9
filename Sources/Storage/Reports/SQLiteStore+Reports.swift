package import Alerts
import Allergens
package import Foundation
import GRDB
import Geography
import People

extension SQLiteStore: ReportStore {
    package func writeReports<Outcome: Sendable>(
        _ acts: @escaping @Sendable (any ReportTransaction) throws -> Outcome
    ) async throws -> Outcome {
        try await sharedCommit.write(
            to: pool,
            { [taxonomy, cipher, sharedCommit, claim = AnswerClaim.current] database in
                let transaction = SQLiteTransaction(
                    database: database, taxonomy: taxonomy, cipher: cipher,
                    claim: claim, isAwaited: { sharedCommit.othersWait })
                return (try acts(transaction), transaction.changes)
            }, committed: { [notifier] _, changes in notifier.notify(of: changes) }
        ).0
    }

    package func unannouncedAlerts(limit: Int) async throws -> [Alert.ID] {
        try await pool.read { database in
            try String.fetchAll(
                database,
                sql: """
                    SELECT alert.id FROM (SELECT DISTINCT alert FROM report WHERE isTold = 0 LIMIT ?) AS untold
                    JOIN alert ON alert.number = untold.alert
                    """, arguments: [limit]
            ).map(Alert.ID.init(rawValue:))
        }
    }

    package func unannouncedReports(
        of alert: Alert.ID, at now: Date, limit: Int
    ) async throws -> UnannouncedReports? {
        try await pool.read { database in
            let shown = try SQLRequest<Row>(
                literal: "SELECT number, longitude, latitude FROM alert WHERE id = \(alert.rawValue)",
                cached: true
            ).fetchOne(database)
            guard let shown else { return nil }
            let number: Int64 = shown["number"]
            let reports = try Self.unannouncedRequest(of: number, limit: limit).fetchAll(database)
                .map(UnannouncedReports.Report.init(row:))
            guard !reports.isEmpty else { return nil }
            let places = try Self.places(of: reports, in: number, database)
            let owners = try Self.unannouncedFences(
                of: number, for: places, around: Coordinate(row: shown), at: now
            ).flatMap { try $0.fetchAll(database).map(UnannouncedReports.Owner.init(row:)) }
            return UnannouncedReports(
                alert: alert, reports: reports,
                owners: Set(owners).sorted {
                    ($0.account.rawValue, $0.fence.rawValue) < ($1.account.rawValue, $1.fence.rawValue)
                }, newestFence: try Self.newestFence(in: database))
        }
    }

    package func newestFence() async throws -> Fence.Number {
        try await pool.read { try Self.newestFence(in: $0) }
    }

    private static func newestFence(in database: Database) throws -> Fence.Number {
        let number = try SQLRequest<Int64?>(
            literal: "SELECT max(number) FROM fence", cached: true
        ).fetchOne(database)
        return Fence.Number(rawValue: (number ?? nil) ?? 0)
    }

    private static func unannouncedRequest(of alert: Int64, limit: Int) -> SQLRequest<Row> {
        SQLRequest(
            literal: """
                SELECT account, sent, longitude, latitude, low, high FROM report
                WHERE alert = \(alert) AND isTold = 0 LIMIT \(limit)
                """, cached: true)
    }

    /// The places of reports, each once.
    private static func places(
        of reports: [UnannouncedReports.Report], in alert: Int64, _ database: Database
    ) throws -> UnannouncedPlaces {
        var places = UnannouncedPlaces()
        for content in Set(reports.map(\.content)) {
            let (position, set) = (content.position, content.allergens)
            let since = try SQLRequest<Int64?>(
                literal: """
                    SELECT max(sent) FROM report
                    WHERE alert = \(alert) AND longitude = \(position.longitude) AND latitude = \(position.latitude)
                        AND low = \(set.storedLow) AND high = \(set.storedHigh) AND isTold = 1
                    """, cached: true
            ).fetchOne(database)
            places.add(content, toldSince: since ?? nil)
        }
        return places
    }

    /// Requests the fences that one of the places concerns and whose owners do not know of the alert.
    static func unannouncedFences(
        of alert: Int64, for places: UnannouncedPlaces, around middle: Coordinate, at now: Date
    ) -> [SQLRequest<Row>] {
        let fresh = places.new.conditions.compactMap { conditions in
            FenceSearch(around: conditions.map(\.place), from: middle).map { search in
                unannouncedFences(of: alert, where: conditions, found: search, at: now)
            }
        }
        guard let past = places.past else { return fresh }
        let search = FenceSearch(changedSince: past, until: now.stored)
        return fresh
            + places.told.conditions.map { unannouncedFences(of: alert, where: $0, found: search, at: now) }
    }

    /// Owners who know of the alert are filtered out before any geometry is computed.
    private static func unannouncedFences(
        of alert: Int64, where conditions: [PlaceSet.Condition], found search: FenceSearch, at now: Date
    ) -> SQLRequest<Row> {
        SQLRequest(
            literal: """
                SELECT DISTINCT fence.account, fence.number
                FROM \(search.source)
                WHERE \(search.condition) AND fence.kinds & \(KindBits.encoded([.user])) <> 0
                    AND \(SQLiteTransaction.isOn(at: now))
                    AND NOT EXISTS (SELECT 1 FROM delivery WHERE delivery.alert = \(alert)
                        AND delivery.account = fence.account AND delivery.channel = 0)
                    AND NOT EXISTS (SELECT 1 FROM report WHERE report.alert = \(alert)
                        AND report.account = fence.account)
                    AND (\(conditions.map(\.sql).joined(separator: " OR ")))
                """)
    }
}

extension UnannouncedReports.Report {
    fileprivate init(row: Row) {
        self.init(
            account: Account.ID(rawValue: row["account"]), sent: Date(stored: row["sent"]),
            content: UnannouncedReports.Content(
                position: Coordinate(row: row), allergens: AllergenSet(row: row)))
    }
}

extension UnannouncedReports.Owner {
    fileprivate init(row: Row) {
        self.init(account: Account.ID(rawValue: row[0]), fence: Fence.Number(rawValue: row[1]))
    }
}
