import Alerts
import Foundation
import GRDB
import People

extension SQLiteTransaction {
    func remove(_ account: Account.ID, at now: Date) throws -> [Alert] {
        let guardian = try SQLRequest<Int64?>(
            literal: "SELECT guardian FROM account WHERE id = \(account.rawValue)"
        ).fetchOne(database).flatMap(\.self)
        if let guardian { try SQLiteStore.note(.personRemoved, of: guardian, at: now, in: database) }
        changes.accounts.formUnion([account] + (guardian.map { [Account.ID(rawValue: $0)] } ?? []))
        let persons = try SQLRequest<Int64>(
            literal: "SELECT id FROM account WHERE guardian = \(account.rawValue)"
        ).fetchAll(database)
        return try persons.flatMap { try removeAlone(Account.ID(rawValue: $0), at: now) }
            + removeAlone(account, at: now)
    }

    /// Deletes one account.
    ///
    /// Rows with a foreign key to it go with it; R*Trees and the ledger have none.
    private func removeAlone(_ account: Account.ID, at now: Date) throws -> [Alert] {
        let reported = try SQLRequest<String>(
            literal: """
                SELECT alert.id
                FROM (SELECT alert FROM report WHERE account = \(account.rawValue)
                    UNION SELECT alert FROM confirmation WHERE account = \(account.rawValue)) AS supported
                JOIN alert ON alert.number = supported.alert
                WHERE alert.ended IS NULL AND alert.expires > \(now.stored) AND alert.message <> 'cancel'
                ORDER BY alert.number
                """
        ).fetchAll(database)
        try run(
            """
            DELETE FROM fenceBox WHERE id IN (
                SELECT 2 * number FROM fence WHERE account = ?1
                UNION ALL SELECT 2 * number + 1 FROM fence WHERE account = ?1)
            """, [account.rawValue])
        try database.execute(
            literal: """
                DELETE FROM delivery WHERE account = \(account.rawValue) AND alert IN (
                    SELECT alert FROM delivery WHERE id IN (\(LedgerVolumes.lines(of: account, after: 0).literal)))
                """)
        try run("DELETE FROM account WHERE id = ?", [account.rawValue])
        changes.reportsChanged = true
        return try reported.compactMap { id in
            try SQLiteRunner(database).alert(Alert.ID(rawValue: id), taxonomy: taxonomy, cipher.keys)
        }.filter { ($0.testimony?.reports ?? 0) + ($0.testimony?.confirmations ?? 0) == 0 }
    }
}
