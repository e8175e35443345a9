import Alerts
import Allergens
import Foundation
import Geography
import People
import Projection

extension PostgreSQLTransaction {
    func cluster(for report: Report, within metres: Double, at now: Date) throws -> Alert.Reference? {
        let set = taxonomy.set(of: report.allergens)
        let (low, high) = (set.storedLow, set.storedHigh)
        let minute = AlertTime.minutes(now)
        let isUnsure: Query = set.isEmpty ? "" : "NOT"
        let rows = try BoundingBox(around: report.position, radius: metres).searchedParts.flatMap { part in
            try runner.rows(
                """
                SELECT alert.number, alert.id, alert.sent, alert.longitude, alert.latitude,
                    EXISTS (SELECT 1 FROM report WHERE report.alert = alert.number
                        AND report.account = \(report.account.rawValue)) AS isOwn
                FROM alertBox JOIN alert ON alert.number = alertBox.alert
                WHERE \(BoxSearch.touching(part, in: "alertBox"))
                    AND alertBox.starts <= \(minute) AND alertBox.ends >= \(minute)
                    AND alert.kind = 'user' AND alert.message <> 'cancel' AND alert.sent <= \(now.stored)
                    AND alert.expires > \(now.stored) AND alert.ended IS NULL AND alert.hidden IS NULL
                    AND alert.low & \(low) = \(low) AND alert.high & \(high) = \(high)
                    AND \(isUnsure) (alert.low = 0 AND alert.high = 0)
                ORDER BY isOwn DESC, alert.number
                """)
        }
        let near = try rows.filter {
            Geodesic.distance(from: try Coordinate(row: $0), to: report.position) <= metres
        }
        let first = try near.min { one, other in
            let (own, otherOwn): (Bool, Bool) = (try one["isOwn"], try other["isOwn"])
            let (number, otherNumber): (Int64, Int64) = (try one["number"], try other["number"])
            return own != otherOwn ? own : number < otherNumber
        }
        return try first.map {
            Alert.Reference(id: Alert.ID(rawValue: try $0["id"]), sent: Date(stored: try $0["sent"]))
        }
    }

    /// How a fence lies to a place, if it watches one of the allergens there.
    func reach(
        of fence: CandidateFence, to place: ReportPlace, watching set: AllergenSet
    ) -> ReportPlace.Reach {
        guard !set.isEmpty || fence.acceptsUnsure else { return .none }
        return fence.ask { opened, plan in
            set.isEmpty || plan.all.overlaps(set) ? place.reach(of: opened) : .none
        }
    }
}

extension ReportPlace {
    /// How a fence lies to the place.
    enum Reach {
        case none
        case whole
        /// Only its outline tells.
        case edge
    }

    /// Mostly the chord on the sphere decides, and near the edge of a circle the distance on the ellipsoid.
    func reach(of fence: OpenedFence) -> Reach {
        let chord = fence.vector.squaredChord(to: vector)
        if chord < fence.inner { return .whole }
        let extent = fence.extent + Report.publicReach
        if chord > Self.surelyBeyond * extent * extent { return .none }
        guard fence.isCircle else { return .edge }
        if chord < Self.surelyWithin * extent * extent { return .whole }
        return Geodesic.distance(from: fence.anchor, to: centre) <= extent ? .whole : .none
    }
}
