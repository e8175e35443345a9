import Alerts
import Allergens
import Foundation
import GRDB
import Geography
import Observations

/// The columns and joins with which alerts are read: their own values, the station or person behind them, and
/// what people reported.
enum AlertRow {
    /// The joins that ``columns`` need after `FROM alert`.
    static let joins: SQL = """
        LEFT JOIN station ON station.number = alert.station
        LEFT JOIN alert AS former ON former.number = alert.reference
        """

    static let columns: SQL = """
        alert.id, alert.kind, alert.message, alert.low, alert.high, alert.level, alert.longitude,
        alert.latitude, alert.sent, alert.expires, alert.ended, alert.value, alert.day, alert.basis,
        alert.fieldMaximum, alert.promised,
        station.id AS stationID, station.name AS stationName,
        former.id AS formerID, former.sent AS formerSent,
        (SELECT count(*) FROM report WHERE report.alert = alert.number) AS reports,
        (SELECT count(*) FROM confirmation WHERE confirmation.alert = alert.number) AS confirmations,
        (SELECT CASE WHEN report.isNamed = 1 THEN account.name END
            FROM report JOIN account ON account.id = report.account
            WHERE report.alert = alert.number AND alert.hidden IS NULL
            ORDER BY report.hasComment DESC,
                CASE WHEN report.hasComment = 1 THEN -report.sent ELSE report.sent END,
                CASE WHEN report.hasComment = 1 THEN -report.account ELSE report.account END
            LIMIT 1) AS reporter,
        (SELECT json_group_array(DISTINCT symptom.value)
            FROM (SELECT reportSymptoms(report.alert, report.account, report.sealed) AS symptoms FROM report
                WHERE report.alert = alert.number AND report.sealed IS NOT NULL AND alert.hidden IS NULL
                ORDER BY report.sent DESC LIMIT 100) AS latest, json_each(latest.symptoms) AS symptom) AS symptoms,
        (SELECT reportComment(report.alert, report.account, report.sealed) FROM report
            WHERE report.alert = alert.number AND report.hasComment = 1 AND alert.hidden IS NULL
            ORDER BY report.sent DESC, report.account DESC LIMIT 1) AS comment
        """
}

extension Alert {
    /// Reads ``AlertRow/columns``.
    init(row: Row, taxonomy: Taxonomy) throws {
        guard let kind = Alert.Kind(rawValue: row["kind"]),
            let message = Alert.Message(rawValue: row["message"])
        else { preconditionFailure("the store holds an alert of a kind that does not exist") }
        let level: Int? = row["level"]
        let (ended, promised): (Int64?, Int64?) = (row["ended"], row["promised"])
        self.init(
            id: Alert.ID(rawValue: row["id"]), kind: kind, message: message, reference: Reference(row: row),
            allergens: taxonomy.ids(in: AllergenSet(row: row)), level: level.flatMap(Level.init(rank:)),
            publicPosition: Coordinate(row: row), sent: Date(stored: row["sent"]),
            expires: Date(stored: row["expires"]),
            promised: promised.map(Date.init(stored:)), ended: ended.map(Date.init(stored:)),
            finding: Finding(row: row), testimony: kind == .user ? try Testimony(row: row) : nil)
    }
}

extension Alert.Reference {
    fileprivate init?(row: Row) {
        let (id, sent): (String?, Int64?) = (row["formerID"], row["formerSent"])
        guard let id, let sent else { return nil }
        self.init(id: Alert.ID(rawValue: id), sent: Date(stored: sent))
    }
}

extension Alert.Finding {
    fileprivate init?(row: Row) {
        let (station, value, day): (String?, Double?, Int?) = (row["stationID"], row["value"], row["day"])
        let basis: String? = row["basis"]
        guard let station = station.flatMap(Station.ID.init(rawValue:)), let value, let day,
            let basis = basis.flatMap(Basis.init(rawValue:))
        else { return nil }
        self.init(
            station: station, stationName: row["stationName"], value: value,
            day: CivilDate(daysSinceEpoch: day), basis: basis, gauge: row["fieldMaximum"] ? .field : .station)
    }
}

extension Alert.Testimony {
    fileprivate init(row: Row) throws {
        let symptoms: String? = row["symptoms"]
        self.init(
            reports: row["reports"], confirmations: row["confirmations"], reporter: row["reporter"],
            symptoms: try JSONList.decoded(symptoms ?? "[]").compactMap(Symptom.init(rawValue:)),
            comment: row["comment"])
    }
}

/// Instants as the R*Tree of alerts stores them.
enum AlertTime {
    /// Minutes since 2020-01-01T00:00Z: below 2²⁴, and so exact in 32 bits, until 2051.
    static func minutes(_ instant: Date) -> Double {
        ((instant.timeIntervalSince1970 - 1_577_836_800) / 60).rounded(.down)
    }
}

/// Short lists of text in one column.
enum JSONList {
    static func encoded(_ texts: [String]) throws -> String {
        String(decoding: try JSONEncoder().encode(texts), as: UTF8.self)
    }

    static func decoded(_ text: String) throws -> [String] {
        try JSONDecoder().decode([String].self, from: Data(text.utf8))
    }
}
