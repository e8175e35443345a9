package import Alerts
import Allergens
package import Foundation
import Geography
import People

/// The reports that joined an alert and have not been announced yet.
extension PostgreSQLStore {
    package func unannouncedAlerts(limit: Int) async throws -> [Alert.ID] {
        try await readRows { runner in
            try runner.rows(
                """
                SELECT alert.id FROM (SELECT DISTINCT alert FROM report WHERE isTold = 0 LIMIT \(limit)) AS untold
                JOIN alert ON alert.number = untold.alert
                """
            ).map { Alert.ID(rawValue: try $0.first()) }
        }
    }

    package func newestFence() async throws -> Fence.Number {
        try await readRows { try $0.newestFence() }
    }

    package func unannouncedReports(
        of alert: Alert.ID, at now: Date, limit: Int
    ) async throws -> UnannouncedReports? {
        try await readOnServer { [taxonomy, cipher] runner in
            let shown = try runner.row(
                "SELECT number, longitude, latitude FROM alert WHERE id = \(alert.rawValue)")
            guard let shown else { return nil }
            let number: Int64 = try shown["number"]
            let reports = try runner.unannouncedReports(of: number, limit: limit)
            guard !reports.isEmpty else { return nil }
            let places = try runner.places(of: reports, in: number)
            let transaction = PostgreSQLTransaction(runner, taxonomy: taxonomy, cipher: cipher)
            let owners = try transaction.owners(
                of: number, for: places, around: Coordinate(row: shown), at: now)
            return UnannouncedReports(
                alert: alert, reports: reports,
                owners: owners.sorted {
                    ($0.account.rawValue, $0.fence.rawValue) < ($1.account.rawValue, $1.fence.rawValue)
                }, newestFence: try runner.newestFence())
        }
    }
}

extension QueryRunner {
    fileprivate func newestFence() throws -> Fence.Number {
        Fence.Number(rawValue: try value("SELECT number FROM fenceHead") ?? 0)
    }

    fileprivate func unannouncedReports(
        of alert: Int64, limit: Int
    ) throws -> [UnannouncedReports.Report] {
        try rows(
            """
            SELECT account, sent, longitude, latitude, low, high FROM report
            WHERE alert = \(alert) AND isTold = 0 LIMIT \(limit)
            """
        ).map { row in
            UnannouncedReports.Report(
                account: Account.ID(rawValue: try row["account"]), sent: Date(stored: try row["sent"]),
                content: UnannouncedReports.Content(
                    position: try Coordinate(row: row), allergens: try AllergenSet(row: row)))
        }
    }

    /// The places of reports, each once.
    fileprivate func places(
        of reports: [UnannouncedReports.Report], in alert: Int64
    ) throws -> UnannouncedPlaces {
        var places = UnannouncedPlaces()
        for content in Set(reports.map(\.content)) {
            let (position, set) = (content.position, content.allergens)
            let since = try value(
                """
                SELECT max(sent) FROM report
                WHERE alert = \(alert) AND longitude = \(position.longitude) AND latitude = \(position.latitude)
                    AND low = \(set.storedLow) AND high = \(set.storedHigh) AND isTold = 1
                """, as: Int64?.self)
            places.add(content, toldSince: since.flatMap(\.self))
        }
        return places
    }
}

extension PostgreSQLTransaction {
    /// The fences that one of the places concerns and whose owners do not know of the alert.
    fileprivate func owners(
        of alert: Int64, for places: UnannouncedPlaces, around middle: Coordinate, at now: Date
    ) throws -> Set<UnannouncedReports.Owner> {
        var owners: Set<UnannouncedReports.Owner> = []
        let vector = UnitVector(middle)
        let farthest = places.new.all.map { vector.squaredChord(to: $0.place.vector) }.max()
        if let farthest {
            let metres = Earth.distance(ofSquaredChord: farthest) * (1 + Earth.sphericalError)
            owners.formUnion(
                try self.owners(
                    of: alert, in: .box, where: Self.isWithin(metres + Report.publicReach, of: middle),
                    touched: places.new, at: now))
        }
        guard let past = places.past else { return owners }
        let changed: Query = """
            (fence.changed >= \(past) OR fence.starts >= \(past) AND fence.starts <= \(now.stored))
            """
        return owners.union(
            try self.owners(of: alert, in: .fence, where: changed, touched: places.told, at: now))
    }

    /// Owners who know of the alert are filtered out before any geometry is computed.
    private func owners(
        of alert: Int64, in source: FenceClues.Source, where condition: Query, touched places: PlaceSet,
        at now: Date
    ) throws -> [UnannouncedReports.Owner] {
        let home = source.table
        let isUntold: Query = """
            \(condition) AND \(home).kinds & \(KindBits.encoded([.user])) <> 0 AND \(Self.isOn(at: now))
                AND NOT EXISTS (SELECT 1 FROM delivery WHERE delivery.alert = \(alert)
                    AND delivery.account = \(home).account AND delivery.channel = 0)
                AND NOT EXISTS (SELECT 1 FROM report WHERE report.alert = \(alert)
                    AND report.account = \(home).account)
            """
        var owners = TouchedFences<UnannouncedReports.Owner>(self, at: places.all)
        try visitCandidates(in: source, where: isUntold) { fence in
            let owner = UnannouncedReports.Owner(
                account: Account.ID(rawValue: fence.account), fence: Fence.Number(rawValue: fence.number))
            owners.add(fence, keeping: owner)
        }
        return try owners.finish()
    }
}
