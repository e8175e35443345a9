import Alerts
import GRDB
import People

/// What persons change in writing the ledger.
extension SQLiteTransaction {
    /// How many persons there are, counted up to a number.
    func numberOfPersons(upTo limit: Int) throws -> Int {
        try SQLRequest<Int>(
            literal: """
                SELECT count(*) FROM (SELECT 1 FROM account WHERE guardian IS NOT NULL LIMIT \(limit))
                """, cached: true
        ).fetchOne(database) ?? 0
    }

    func persons(of guardian: Account.ID) throws -> [Account.ID] {
        try SQLRequest<Int64>(
            literal: "SELECT id FROM account WHERE guardian = \(guardian.rawValue)", cached: true
        ).fetchAll(database).map(Account.ID.init(rawValue:))
    }

    /// The condition, after others, that an account is not that of a person whose guardian has reported an alert: a family
    /// is one witness, and knows what it said itself.
    func isNoWitness(_ account: SQL, of alert: Int64) throws -> SQL {
        guard try numberOfPersons(upTo: 1) > 0 else { return "" }
        return """
            AND NOT EXISTS (
                SELECT 1 FROM account AS person
                JOIN report ON report.alert = \(alert) AND report.account = person.guardian
                WHERE person.id = \(account))
            """
    }

    /// Keeps whom a report is about, when that is not the reporter.
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
