import Alerts
import People

/// The part that persons play in writing the ledger.
extension RowTransaction {
    /// The number of persons, counted up to a limit.
    func numberOfPersons(upTo limit: Int) throws -> Int {
        try runner.value(
            """
            SELECT count(*)
            FROM (SELECT 1 FROM account WHERE guardian IS NOT NULL LIMIT \(limit)) AS person
            """, as: Int.self) ?? 0
    }

    func persons(of guardian: Account.ID) throws -> [Account.ID] {
        try runner.rows("SELECT id FROM account WHERE guardian = \(guardian.rawValue)").map {
            try $0.first(as: Int64.self)
        }.map(Account.ID.init(rawValue:))
    }

    /// Stores the person whom a report is about, unless that is the reporter.
    func keepPerson(of report: Report, in alert: Alert.ID) throws {
        let number = try number(of: alert)
        try runner.run(
            "DELETE FROM reportPerson WHERE alert = \(number) AND account = \(report.account.rawValue)")
        guard let person = report.person else { return }
        try runner.run(
            """
            INSERT INTO reportPerson (alert, account, person)
            VALUES (\(number), \(report.account.rawValue), \(person.rawValue))
            """)
    }
}
