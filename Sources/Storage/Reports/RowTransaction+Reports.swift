import Alerts
import Allergens
import Foundation
import Geography
import People

extension RowTransaction {
    func report(of account: Account.ID, in alert: Alert.ID) throws -> (report: Report, sent: Date)? {
        let row = try runner.row(
            """
            SELECT alert.number AS alertNumber, report.account, report.longitude, report.latitude,
                report.low, report.high, report.sealed, report.isNamed, report.sent
            FROM alert JOIN report ON report.alert = alert.number
            WHERE alert.id = \(alert.rawValue) AND report.account = \(account.rawValue)
            """)
        guard let row else { return nil }
        let details = try ReportDetails(row: row, cipher.keys)
        let report = Report(
            account: account, position: try Coordinate(row: row),
            allergens: taxonomy.ids(in: try AllergenSet(row: row)), symptoms: details.symptoms,
            strength: details.strength, comment: details.comment, isNamed: try row["isNamed"])
        return (report, Date(stored: try row["sent"]))
    }

    func join(_ report: Report, to alert: Alert.ID, at now: Date) throws {
        try keep(report, in: alert, at: now)
        try postponeAnnouncement(of: report, in: alert)
        _ = try retractConfirmation(of: alert, by: report.account)
    }

    func postponeAnnouncement(of report: Report, in alert: Alert.ID) throws {
        try runner.run(
            """
            UPDATE report SET isTold = 0
            WHERE alert = \(try number(of: alert)) AND account = \(report.account.rawValue)
            """)
    }

    func hasUnannouncedReports() throws -> Bool {
        try runner.value("SELECT EXISTS (SELECT 1 FROM report WHERE isTold = 0)", as: Bool.self) ?? false
    }

    func fences(near position: Coordinate, upTo limit: Int) throws -> Int {
        let parts = BoundingBox(around: position, radius: Report.publicReach).parts
        let boxes = parts.map {
            "SELECT 1 FROM fenceBox WHERE \(BoxSearch.touching($0, in: "fenceBox"))" as Query
        }
        return try runner.value(
            """
            SELECT count(*) FROM (\(boxes.joined(separator: " UNION ALL ")) LIMIT \(limit)) AS found
            """, as: Int.self) ?? 0
    }

    func markAnnounced(_ reports: [UnannouncedReports.Report], of alert: Alert.ID) throws {
        let number = try number(of: alert)
        for report in reports {
            let (position, set) = (report.content.position, report.content.allergens)
            try runner.run(
                """
                UPDATE report SET isTold = 1
                WHERE alert = \(number) AND account = \(report.account.rawValue)
                AND sent = \(report.sent.stored) AND longitude = \(position.longitude)
                AND latitude = \(position.latitude)
                    AND low = \(set.storedLow) AND high = \(set.storedHigh)
                """)
        }
    }

    func alert(_ id: Alert.ID) throws -> Alert? {
        try runner.alert(id, taxonomy: taxonomy, cipher.keys)
    }

    func extend(_ alert: Alert.ID, until expires: Date) throws {
        let count = try runner.run(
            """
            UPDATE alert SET promised = coalesce(promised, expires), expires = \(expires.stored)
            WHERE id = \(alert.rawValue) AND expires <= \(expires.stored) - 60
            """)
        guard count == 1 else { return }
        changes.reportsChanged = true
        try runner.run(
            "UPDATE alertBox SET ends = \(AlertTime.minutes(expires)) WHERE alert = \(try number(of: alert))")
    }

    func withdrawReport(of alert: Alert.ID, by account: Account.ID) throws -> Bool {
        hasChangedReports(
            try runner.run(
                "DELETE FROM report WHERE alert = \(try number(of: alert)) AND account = \(account.rawValue)")
        )
    }

    func expireQueued(of alert: Alert.ID, at now: Date) throws {
        let number = try number(of: alert)
        try WaitingLines.giveUp(
            where: "alert = \(number)", as: .expired, because: nil, at: now, by: runner)
    }
}
