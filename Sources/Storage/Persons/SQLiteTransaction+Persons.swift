import Alerts
import GRDB
import People

/// The part that persons play in writing the ledger.
extension SQLiteTransaction {
    /// The number of persons, counted up to a limit.
    func numberOfPersons(upTo limit: Int) throws -> Int {
        try SQLRequest<Int>(
            literal: """
                SELECT count(*)
                FROM (SELECT 1 FROM account WHERE guardian IS NOT NULL LIMIT \(limit)) AS person
                """, cached: true
        ).fetchOne(database) ?? 0
    }

    func persons(of guardian: Account.ID) throws -> [Account.ID] {
        try SQLRequest<Int64>(
            literal: "SELECT id FROM account WHERE guardian = \(guardian.rawValue)", cached: true
        ).fetchAll(database).map(Account.ID.init(rawValue:))
    }

    /// A further condition: the account is not that of a person whose guardian has reported the alert.
    ///
    /// A family is one witness, and knows its own report.
    func isNoWitness(_ account: SQL, of alert: Int64) throws -> SQL {
        guard try numberOfPersons(upTo: 1) > 0 else { return "" }
        return """
            AND NOT EXISTS (
                SELECT 1 FROM account AS person
                JOIN report ON report.alert = \(alert) AND report.account = person.guardian
                WHERE person.id = \(account))
            """
    }

    /// Stores the person whom a report is about, unless that is the reporter.
    func keepPerson(of report: Report, in alert: Alert.ID) throws {
        let number = try number(of: alert)
        try run(
            "DELETE FROM reportPerson WHERE alert = ? AND account = ?", [number, report.account.rawValue])
        guard let person = report.person else { return }
        try run(
            "INSERT INTO reportPerson (alert, account, person) VALUES (?, ?, ?)",
            [number, report.account.rawValue, person.rawValue])
    }
}
