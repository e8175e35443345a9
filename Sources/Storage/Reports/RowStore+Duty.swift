package import People

/// Which moderators are told of flags: all who are not off duty.
extension RowStore {
    /// The accounts of moderators who are told of flags.
    package func moderatorsOnDuty() async throws -> [Account] {
        try await readRows { runner in
            try runner.moderatorsOnDuty().compactMap { id in
                let name: String? = try runner.value("SELECT name FROM account WHERE id = \(id)")
                return name.map { Account(id: Account.ID(rawValue: id), name: $0) }
            }
        }
    }

    /// Tells a moderator of flags from now on, or no longer.
    package func setDuty(_ isOn: Bool, of moderator: Account.ID) async throws {
        try await writeRows(locking: .nothing) { runner in
            if isOn {
                try runner.run("DELETE FROM offDuty WHERE account = \(moderator.rawValue)")
            } else {
                try runner.run(
                    "INSERT INTO offDuty (account) VALUES (\(moderator.rawValue)) ON CONFLICT DO NOTHING")
            }
        }
    }
}

extension QueryRunner {
    /// The numbers of the accounts of moderators who are told of flags.
    func moderatorsOnDuty() throws -> [Int64] {
        try rows(
            """
            SELECT accountRole.account FROM accountRole
            JOIN account ON account.id = accountRole.account
            WHERE accountRole.role = 'moderator' AND account.suspended IS NULL
                AND NOT EXISTS (SELECT 1 FROM offDuty WHERE offDuty.account = accountRole.account)
            ORDER BY accountRole.account
            """
        ).map { try $0.first(as: Int64.self) }
    }

    /// Who learns that an article waits for review: the moderators on duty, or the administrators where there are none.
    ///
    /// Nobody reviews their own article, so its author is not among them.
    func reviewersOnDuty(besides author: Account.ID) throws -> [Int64] {
        let moderators = try moderatorsOnDuty().filter { $0 != author.rawValue }
        guard moderators.isEmpty else { return moderators }
        return try rows(
            """
            SELECT accountRole.account FROM accountRole
            JOIN account ON account.id = accountRole.account
            WHERE accountRole.role = 'administrator' AND account.suspended IS NULL
                AND account.id <> \(author.rawValue)
            ORDER BY accountRole.account
            """
        ).map { try $0.first(as: Int64.self) }
    }
}
