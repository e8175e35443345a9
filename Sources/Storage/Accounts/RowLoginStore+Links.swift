package import Foundation
package import People
import Sealing

extension RowLoginStore {
    /// The number of links of an account or address that may be in force; a new one ends the oldest.
    static let linkLimit = 3

    /// Stores a link that works once, and notes for its account that somebody asked for it.
    package func add(
        _ link: OneTimeLink, by actor: AuditEntry.Actor = .owner, at now: Date
    ) async throws {
        try await store.writeRows(locking: link.account.map(RowLock.account) ?? .nothing) { runner in
            let sealed = try ring.seal(link.content, field: Self.content, of: .text(link.id))
            try runner.run(
                """
                INSERT INTO oneTimeLink (id, hash, purpose, account, content, ends)
                VALUES (\(link.id), \(link.hash), \(link.purpose.rawValue), \(link.account?.rawValue),
                    \(sealed), \(link.ends.stored))
                """)
            guard let account = link.account else { return }
            try runner.run(
                """
                DELETE FROM oneTimeLink WHERE id IN (
                    SELECT id FROM oneTimeLink
                    WHERE account = \(account.rawValue) AND purpose = \(link.purpose.rawValue)
                    ORDER BY ends DESC, id LIMIT \(Int64.max) OFFSET \(Self.linkLimit))
                """)
            try runner.note(
                .linkAsked, of: account.rawValue, by: actor, object: link.purpose.rawValue, at: now)
        }
    }

    /// The link with a public part, unless it has ended.
    package func link(_ id: String, at now: Date) async throws -> OneTimeLink? {
        try await store.readRows { runner in
            let row = try runner.row("SELECT * FROM oneTimeLink WHERE id = \(id) AND ends > \(now.stored)")
            guard let row, let purpose = OneTimeLink.Purpose(rawValue: try row["purpose"]) else { return nil }
            return OneTimeLink(
                id: id, hash: try row["hash"], purpose: purpose,
                account: (try row["account"] as Int64?).map(Account.ID.init(rawValue:)),
                content: try ring.open(row["content"], field: Self.content, of: .text(id)),
                ends: Date(stored: try row["ends"]))
        }
    }

    /// Uses up a link.
    ///
    /// - Returns: Whether it was still in force. Of several simultaneous callers, one gets `true`.
    package func use(_ id: String) async throws -> Bool {
        try await store.writeRows(locking: .nothing) { runner in
            try runner.run("DELETE FROM oneTimeLink WHERE id = \(id)") == 1
        }
    }
}

/// Failed attempts to sign in.
extension RowLoginStore {
    /// The sign-in records of some names.
    ///
    /// Names without a record are left out.
    package func signInRecords(of names: [String]) async throws -> [String: SignInRecord] {
        try await store.readRows { runner in
            var records: [String: SignInRecord] = [:]
            for name in names {
                for index in try ring.indices(of: name, field: Self.who) where records[name] == nil {
                    records[name] = try signInRecord(index, by: runner)
                }
            }
            return records
        }
    }

    private func signInRecord(_ index: Data, by runner: any QueryRunner) throws -> SignInRecord? {
        try runner.row(
            "SELECT failures, lastFailure, lastSuccess FROM signInRecord WHERE who = \(index)"
        ).map { row in
            SignInRecord(
                failures: try row["failures"], lastFailure: Date(stored: try row["lastFailure"]),
                lastSuccess: (try row["lastSuccess"] as Int64?).map(Date.init(stored:)))
        }
    }

    /// The hash of a name under the current key.
    ///
    /// If the name's row bears an older hash, it is given this one.
    private func currentIndex(of name: String, by runner: any QueryRunner) throws -> Data {
        let indices = try ring.indices(of: name, field: Self.who)
        for former in indices.dropFirst() {
            try runner.run(
                """
                UPDATE signInRecord SET who = \(indices[0])
                WHERE who = \(former)
                    AND NOT EXISTS (SELECT 1 FROM signInRecord WHERE who = \(indices[0]))
                """)
        }
        return indices[0]
    }

    /// Counts a failure for each of some names, and notes it for their account if there is one.
    ///
    /// - Parameters:
    ///   - names: Names that belong to the account alone; their counts are deleted with it.
    ///   - others: Names that do not, such as a network address from which many accounts are tried.
    ///   - account: The account; `nil` when no account has the names.
    ///   - now: When.
    /// - Throws: Why nothing could be written.
    package func noteFailure(
        of names: [String], and others: [String] = [], account: Account.ID? = nil, at now: Date
    ) async throws {
        try await store.writeRows(locking: account.map(RowLock.account) ?? .nothing) { runner in
            for name in names { try count(name, of: account, at: now, by: runner) }
            for name in others { try count(name, of: nil, at: now, by: runner) }
            if let account { try runner.noteRefusal(of: account, at: now) }
        }
    }

    private func count(
        _ name: String, of account: Account.ID?, at now: Date, by runner: any QueryRunner
    ) throws {
        let forgotten = now.addingTimeInterval(-SignInRecord.memory).stored
        try runner.run(
            """
            INSERT INTO signInRecord (who, account, failures, lastFailure)
            VALUES (\(try currentIndex(of: name, by: runner)), \(account?.rawValue), 1, \(now.stored))
            ON CONFLICT (who) DO UPDATE SET lastFailure = excluded.lastFailure,
                failures = CASE WHEN signInRecord.lastFailure < \(forgotten) THEN 1
                    ELSE signInRecord.failures + 1 END
            """)
    }

    /// Notes that somebody signed in to an account, and clears the failures of the names.
    package func noteSuccess(
        of names: [String], account: Account.ID? = nil, at now: Date
    ) async throws {
        try await store.writeRows(locking: .nothing) { runner in
            for name in names {
                try runner.run(
                    """
                    INSERT INTO signInRecord (who, account, failures, lastFailure, lastSuccess)
                    VALUES (\(try currentIndex(of: name, by: runner)), \(account?.rawValue), 0, 0, \(now.stored))
                    ON CONFLICT (who) DO UPDATE SET failures = 0, lastSuccess = excluded.lastSuccess
                    """)
            }
        }
    }
}

/// Pictures that people have uploaded.
extension RowLoginStore {
    /// The picture that an account's owner has uploaded, as PNG.
    package func portrait(of account: Account.ID) async throws -> Data? {
        try await store.readRows { runner in
            try runner.value("SELECT png FROM portrait WHERE account = \(account.rawValue)", as: Data.self)
                .map { try ring.open($0, field: Self.picture, of: .number(account.rawValue)) }
        }
    }

    /// Sets the picture of an account, or removes it when the picture is `nil`.
    package func set(portrait png: Data?, tag: String, of account: Account.ID) async throws {
        try await store.writeRows(locking: .nothing) { runner in
            guard let png else {
                try runner.run("DELETE FROM portrait WHERE account = \(account.rawValue)")
                try runner.run("UPDATE login SET picture = NULL WHERE account = \(account.rawValue)")
                return
            }
            let sealed = try ring.seal(png, field: Self.picture, of: .number(account.rawValue))
            try runner.run(
                """
                INSERT INTO portrait (account, png, tag) VALUES (\(account.rawValue), \(sealed), \(tag))
                ON CONFLICT (account) DO UPDATE SET png = excluded.png, tag = excluded.tag
                """)
        }
    }
}
