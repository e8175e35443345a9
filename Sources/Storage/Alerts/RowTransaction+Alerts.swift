import Alerts
import Allergens
import Foundation
import Geography
import Observations
import People

extension RowTransaction {
    func add(_ alert: Alert) throws {
        let number = try runner.insertedNumber(insertion(of: alert))
        try runner.run(insertion(ofBoxOf: alert, numbered: "\(number)"))
    }

    /// The query that adds the row of an alert, and returns its number.
    func insertion(of alert: Alert) -> Query {
        let set = taxonomy.set(of: alert.allergens)
        let place = alert.publicPosition
        let finding = alert.finding
        return """
            INSERT INTO alert
                (id, kind, message, reference, low, high, level, longitude, latitude, sent, expires, station,
                allergen, value, day, basis, fieldMaximum)
            VALUES (
                \(alert.id.rawValue), \(alert.kind.rawValue), \(alert.message.rawValue),
                (SELECT number FROM alert WHERE id = \(alert.reference?.id.rawValue)),
                \(set.storedLow), \(set.storedHigh), \(alert.level?.rank), \(place.longitude),
                \(place.latitude), \(alert.sent.stored), \(alert.expires.stored),
                (SELECT number FROM station WHERE id = \(finding?.station.rawValue)),
                \(finding == nil ? nil : set.codes.first), \(finding?.value),
                \(finding?.day.daysSinceEpoch), \(finding?.basis.rawValue),
                \(finding?.gauge == .field))
            RETURNING number
            """
    }

    /// The query that adds the box of an alert, by which it is found.
    ///
    /// - Parameters:
    ///   - alert: The alert.
    ///   - number: Its number, or a query that finds it.
    /// - Returns: The query.
    func insertion(ofBoxOf alert: Alert, numbered number: Query) -> Query {
        let set = taxonomy.set(of: alert.allergens)
        let place = alert.publicPosition
        return """
            INSERT INTO alertBox (alert, west, east, south, north, starts, ends, low, high)
            VALUES (
                \(number), \(place.longitude), \(place.longitude), \(place.latitude),
                \(place.latitude), \(AlertTime.minutes(alert.sent)), \(AlertTime.minutes(alert.expires)),
                \(set.storedLow), \(set.storedHigh))
            """
    }

    func keep(_ report: Report, in alert: Alert.ID, at now: Date) throws {
        let set = taxonomy.set(of: report.allergens)
        let (number, account) = (try number(of: alert), report.account.rawValue)
        let sealed = try ReportDetails(report).sealed(alert: number, account: account, cipher.keys)
        try runner.run(
            """
            INSERT INTO report (
                alert, account, longitude, latitude, low, high, sealed, hasComment, isNamed, sent)
            VALUES (\(number), \(account), \(report.position.longitude), \(report.position.latitude),
            \(set.storedLow), \(set.storedHigh), \(sealed), \(report.comment != nil), \(report.isNamed),
            \(now.stored))
            ON CONFLICT (alert, account) DO UPDATE SET
                longitude = excluded.longitude, latitude = excluded.latitude, low = excluded.low,
                high = excluded.high, sealed = excluded.sealed, hasComment = excluded.hasComment,
                isNamed = excluded.isNamed, sent = excluded.sent
            """)
        try keepPerson(of: report, in: alert)
        changes.reportsChanged = true
    }

    func end(_ alert: Alert.ID, at now: Date) throws {
        try runner.run(
            "UPDATE alert SET ended = \(now.stored) WHERE id = \(alert.rawValue) AND ended IS NULL")
        changes.reportsChanged = true
    }

    func standingAlerts(
        _ kind: Alert.Kind, at station: Station.ID, of allergen: Allergen.ID, day: CivilDate, at now: Date
    ) throws -> [Alert] {
        try runner.rows(
            """
            SELECT \(AlertRow.columns) FROM alert \(AlertRow.joins)
            WHERE alert.station = (SELECT number FROM station WHERE id = \(station.rawValue))
                AND alert.allergen = \(try code(of: allergen)) AND alert.day = \(day.daysSinceEpoch)
                AND alert.kind = \(kind.rawValue) AND alert.ended IS NULL
                AND alert.expires > \(now.stored) AND alert.message <> 'cancel'
            ORDER BY alert.number DESC
            """
        ).map { try Alert(row: $0, taxonomy: taxonomy, cipher.keys) }
    }

    func number(of alert: Alert.ID) throws -> Int64 { try storedNumber(of: alert) }

    /// Looks up the number of an alert.
    func storedNumber(of alert: Alert.ID) throws -> Int64 {
        let number = try runner.value("SELECT number FROM alert WHERE id = \(alert.rawValue)", as: Int64.self)
        guard let number else { preconditionFailure("an alert is told of after it was added") }
        return number
    }
}
