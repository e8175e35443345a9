import Alerts
import GRDB

/// The part that persons play in writing the ledger.
extension SQLiteTransaction {
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
}
