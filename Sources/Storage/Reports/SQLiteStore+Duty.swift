import Foundation
import GRDB
package import People

/// Which moderators are told of flags: all who are not off duty.
extension SQLiteStore {
    static func moderatorsOnDuty(in database: Database) throws -> [Int64] {
        try SQLRequest<Int64>(
            literal: """
                SELECT accountRole.account FROM accountRole
                JOIN account ON account.id = accountRole.account
                WHERE accountRole.role = 'moderator' AND account.suspended IS NULL
                    AND NOT EXISTS (SELECT 1 FROM offDuty WHERE offDuty.account = accountRole.account)
                ORDER BY accountRole.account
                """, cached: true
        ).fetchAll(database)
    }

    /// Who learns that an article waits for review: the moderators on duty, or the administrators where there are none.
    ///
    /// Nobody reviews their own article, so its author is not among them.
    static func reviewersOnDuty(besides author: Account.ID, in database: Database) throws -> [Int64] {
        let moderators = try moderatorsOnDuty(in: database).filter { $0 != author.rawValue }
        guard moderators.isEmpty else { return moderators }
        return try SQLRequest<Int64>(
            literal: """
                SELECT accountRole.account FROM accountRole
                JOIN account ON account.id = accountRole.account
                WHERE accountRole.role = 'administrator' AND account.suspended IS NULL
                    AND account.id <> \(author.rawValue)
                ORDER BY accountRole.account
                """
        ).fetchAll(database)
    }

    /// The accounts of moderators who are told of flags.
    package func moderatorsOnDuty() async throws -> [Account] {
        try await pool.read { database in
            try Self.moderatorsOnDuty(in: database).compactMap { id in
                try SQLRequest<String>(literal: "SELECT name FROM account WHERE id = \(id)").fetchOne(
                    database
                )
                .map { Account(id: Account.ID(rawValue: id), name: $0) }
            }
        }
    }

    /// Tells a moderator of flags from now on, or no longer.
    package func setDuty(_ isOn: Bool, of moderator: Account.ID) async throws {
        try await pool.write { database in
            if isOn {
                try database.execute(literal: "DELETE FROM offDuty WHERE account = \(moderator.rawValue)")
            } else {
                try database.execute(
                    literal: """
                        INSERT INTO offDuty (account) VALUES (\(moderator.rawValue)) ON CONFLICT DO NOTHING
                        """)
            }
        }
    }
}
