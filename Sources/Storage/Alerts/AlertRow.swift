import Alerts
import Allergens
import Foundation
import Geography
import Observations
import Sealing

/// The columns and joins with which alerts are read: their own values, the station or person behind them, and
/// what people reported.
enum AlertRow {
    /// The joins that ``columns`` need after `FROM alert`.
    static let joins: Query = """
        LEFT JOIN station ON station.number = alert.station
        LEFT JOIN alert AS former ON former.number = alert.reference
        """

    static let columns: Query = """
        alert.id, alert.number AS alertNumber, alert.kind, alert.message, alert.low, alert.high, alert.level, alert.longitude,
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
        \(sqlite: openedDetails, postgreSQL: sealedDetails)
        """

    /// What people feel and say, opened by functions of this program.
    private static let openedDetails: Query = """
        NULL AS sealedSymptoms, NULL AS sealedComment,
        (SELECT json_group_array(DISTINCT symptom.value)
            FROM (SELECT reportSymptoms(report.alert, report.account, report.sealed) AS symptoms FROM report
                WHERE report.alert = alert.number AND report.sealed IS NOT NULL AND alert.hidden IS NULL
                ORDER BY report.sent DESC LIMIT 100) AS latest, json_each(latest.symptoms) AS symptom) AS symptoms,
        (SELECT reportComment(report.alert, report.account, report.sealed) FROM report
            WHERE report.alert = alert.number AND report.hasComment = 1 AND alert.hidden IS NULL
            ORDER BY report.sent DESC, report.account DESC LIMIT 1) AS comment
        """

    /// The same, sealed: keys never enter PostgreSQL.
    private static let sealedDetails: Query = """
        (SELECT string_agg(latest.account || ' ' || encode(latest.sealed, 'hex'), ',')
            FROM (SELECT report.account, report.sealed FROM report
                WHERE report.alert = alert.number AND report.sealed IS NOT NULL AND alert.hidden IS NULL
                ORDER BY report.sent DESC LIMIT 100) AS latest) AS sealedSymptoms,
        (SELECT report.account || ' ' || encode(report.sealed, 'hex') FROM report
            WHERE report.alert = alert.number AND report.hasComment = 1 AND alert.hidden IS NULL
            ORDER BY report.sent DESC, report.account DESC LIMIT 1) AS sealedComment,
        NULL AS symptoms, NULL AS comment
        """
}

extension Alert {
    /// Reads ``AlertRow/columns``.
    init(row: QueryRow, taxonomy: Taxonomy, _ keys: KeyRing) throws {
        guard let kind = Alert.Kind(rawValue: try row["kind"]),
            let message = Alert.Message(rawValue: try row["message"])
        else { preconditionFailure("the store holds an alert of a kind that does not exist") }
        self.init(
            id: Alert.ID(rawValue: try row["id"]), kind: kind, message: message,
            reference: try Reference(row: row), allergens: taxonomy.ids(in: try AllergenSet(row: row)),
            level: (try row["level"] as Int?).flatMap(Level.init(rank:)),
            publicPosition: try Coordinate(row: row), sent: Date(stored: try row["sent"]),
            expires: Date(stored: try row["expires"]),
            promised: (try row["promised"] as Int64?).map(Date.init(stored:)),
            ended: (try row["ended"] as Int64?).map(Date.init(stored:)), finding: try Finding(row: row),
            testimony: kind == .user ? try Testimony(row: row, keys) : nil)
    }
}

extension Alert.Reference {
    fileprivate init?(row: QueryRow) throws {
        guard let id = try row["formerID"] as String?, let sent = try row["formerSent"] as Int64?
        else { return nil }
        self.init(id: Alert.ID(rawValue: id), sent: Date(stored: sent))
    }
}

extension Alert.Finding {
    fileprivate init?(row: QueryRow) throws {
        guard let station = (try row["stationID"] as String?).flatMap(Station.ID.init(rawValue:)),
            let value = try row["value"] as Double?, let day = try row["day"] as Int?,
            let basis = (try row["basis"] as String?).flatMap(Basis.init(rawValue:))
        else { return nil }
        self.init(
            station: station, stationName: try row["stationName"], value: value,
            day: CivilDate(daysSinceEpoch: day), basis: basis,
            gauge: try row["fieldMaximum"] ? .field : .station)
    }
}

extension Alert.Testimony {
    fileprivate init(row: QueryRow, _ keys: KeyRing) throws {
        let said = try SaidOfAlert(row: row, keys)
        self.init(
            reports: try row["reports"], confirmations: try row["confirmations"],
            reporter: try row["reporter"], symptoms: said.symptoms.compactMap(Symptom.init(rawValue:)),
            comment: said.comment)
    }
}

/// What people feel and say of an alert, opened where the database could not.
private struct SaidOfAlert {
    let symptoms: [String]
    let comment: String?

    init(row: QueryRow, _ keys: KeyRing) throws {
        let alert: Int64 = try row["alertNumber"]
        func opened(_ column: String) throws -> [ReportDetails] {
            try (try row[column] as String?)?.split(separator: ",").map {
                try ReportDetails(text: $0, alert: alert, keys)
            } ?? []
        }
        let latest = try opened("sealedSymptoms")
        var names = try JSONList.decoded(try row["symptoms"] as String? ?? "[]")
        for name in latest.flatMap(\.symptomNames) where !names.contains(name) { names.append(name) }
        symptoms = names
        comment = try row["comment"] as String? ?? opened("sealedComment").first?.comment
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
    /// The texts as JSON; those without a character to escape need no encoder.
    static func encoded(_ texts: [String]) throws -> String {
        if texts.allSatisfy(isPlain) { return "[\(texts.map { "\"\($0)\"" }.joined(separator: ","))]" }
        return String(decoding: try JSONEncoder().encode(texts), as: UTF8.self)
    }

    /// Whether nothing in a text has to be escaped (RFC 8259, 7), and no slash, which the encoder escapes as well.
    private static func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy { byte in
            switch byte {
            case ..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): false
            default: true
            }
        }
    }

    static func decoded(_ text: String) throws -> [String] {
        try JSONDecoder().decode([String].self, from: Data(text.utf8))
    }
}
