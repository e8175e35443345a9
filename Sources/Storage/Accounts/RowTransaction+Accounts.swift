import Alerts
import Foundation
import People

extension RowTransaction {
    func remove(_ account: Account.ID, at now: Date) throws -> [Alert] {
        // What others write meanwhile is deleted with it, or refused.
        try runner.hold(.account(account))
        let guardian = try runner.value(
            "SELECT guardian FROM account WHERE id = \(account.rawValue)", as: Int64?.self
        ).flatMap(\.self)
        if let guardian { try runner.note(.personRemoved, of: guardian, at: now) }
        changes.accounts.formUnion([account] + (guardian.map { [Account.ID(rawValue: $0)] } ?? []))
        let persons = try runner.rows("SELECT id FROM account WHERE guardian = \(account.rawValue)").map {
            try $0.first(as: Int64.self)
        }
        return try persons.flatMap { try removeAlone(Account.ID(rawValue: $0), at: now) }
            + removeAlone(account, at: now)
    }

    func noteDeletion(by administrator: Account.ID, at now: Date) throws {
        try runner.note(.accountDeleted, of: administrator.rawValue, by: .administrator, at: now)
    }

    /// Deletes one account.
    ///
    /// Rows with a foreign key to it go with it; R*Trees and the ledger have none.
    private func removeAlone(_ account: Account.ID, at now: Date) throws -> [Alert] {
        try runner.hold(.account(account))
        let reported = try runner.rows(
            """
            SELECT alert.id
            FROM (SELECT alert FROM report WHERE account = \(account.rawValue)
                UNION SELECT alert FROM confirmation WHERE account = \(account.rawValue)) AS supported
            JOIN alert ON alert.number = supported.alert
            WHERE alert.ended IS NULL AND alert.expires > \(now.stored) AND alert.message <> 'cancel'
            ORDER BY alert.number
            """
        ).map { try $0.first(as: String.self) }
        try runner.run(
            """
            DELETE FROM fenceBox WHERE id IN (
                SELECT 2 * number FROM fence WHERE account = \(account.rawValue)
                UNION ALL SELECT 2 * number + 1 FROM fence WHERE account = \(account.rawValue))
            """)
        try runner.run(
            """
            DELETE FROM delivery WHERE account = \(account.rawValue) AND alert IN (
                SELECT alert FROM delivery WHERE id IN (\(LedgerVolumes.lines(of: account, after: 0))))
            """)
        try runner.run("DELETE FROM account WHERE id = \(account.rawValue)")
        changes.reportsChanged = true
        return try reported.compactMap { id in
            try runner.alert(Alert.ID(rawValue: id), taxonomy: taxonomy, cipher.keys)
        }.filter { ($0.testimony?.reports ?? 0) + ($0.testimony?.confirmations ?? 0) == 0 }
    }
}
