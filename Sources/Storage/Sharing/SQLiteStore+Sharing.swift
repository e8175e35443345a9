import Alerts
import Crypto
package import Foundation
import GRDB
package import People
import Sealing
package import Sharing

extension SQLiteStore {
    /// The links of an account, the newest first, with each attempt to open them.
    package func sharedLinks(of account: Account.ID, at now: Date) async throws -> [SharedLink] {
        try await pool.read { [cipher] database in
            let rows = try SQLRequest<Row>(
                literal: """
                    SELECT * FROM sharedLink WHERE account = \(account.rawValue) ORDER BY number DESC
                    """, cached: true
            ).fetchAll(database).map { try SharedLinkRow($0, cipher) }
            return try rows.map { row in
                row.link(try Self.openings(of: row.number, cipher, in: database), at: now)
            }
        }
    }

    /// Keeps a link.
    ///
    /// - Parameters:
    ///   - draft: What is shared.
    ///   - secret: The secret of the link.
    ///   - account: Whose it is.
    ///   - now: The present.
    /// - Returns: The link; `nil` if the account has ``SharedLink/limit`` open links.
    /// - Throws: An error of the database.
    package func share(
        _ draft: SharedLinkDraft, opening secret: String, of account: Account.ID, at now: Date
    ) async throws -> SharedLink? {
        let id = UUID().uuidString.lowercased()
        return try await pool.write { [cipher] database in
            let open = try Int.fetchOne(
                database,
                sql: """
                    SELECT count(*) FROM sharedLink
                    WHERE account = ? AND closed IS NULL AND attemptsLeft > 0 AND openingsLeft > 0
                        AND expires > ?
                    """, arguments: [account.rawValue, now.stored])
            guard open ?? 0 < SharedLink.limit else { return nil }
            let details = SharedLinkRow.Details(label: draft.label, passcode: draft.passcode)
            let sealed = try cipher.keys.seal(
                JSONEncoder().encode(details), field: SharedLinkRow.field, of: .text(id))
            let number = try database.insertedNumber(
                """
                INSERT INTO sharedLink
                    (id, account, secret, purpose, sealed, made, expires, attemptsLeft, openingsLeft)
                VALUES (
                    \(id), \(account.rawValue), \(Self.hash(of: secret)), \(draft.purpose.rawValue),
                    \(sealed), \(now.stored),
                    \(draft.expires.stored), \(SharedLink.attempts), \(SharedLink.mostOpenings))
                RETURNING number
                """)
            for (position, file) in draft.files.enumerated() {
                try database.execute(
                    literal: """
                        INSERT INTO sharedFile (link, position, contentType, content)
                        VALUES (\(number), \(position), \(file.contentType.rawValue), \(file.content))
                        """)
            }
            let row = try Row.fetchOne(
                database, sql: "SELECT * FROM sharedLink WHERE number = ?", arguments: [number])
            return try row.map { try SharedLinkRow($0, cipher).link([], at: now) }
        }
    }

    /// Closes a link, and deletes its files.
    ///
    /// - Returns: `false` if the account has no such link.
    package func closeLink(
        _ id: SharedLink.ID, of account: Account.ID, at now: Date
    ) async throws -> Bool {
        try await pool.write { database in
            let number = try Int64.fetchOne(
                database, sql: "SELECT number FROM sharedLink WHERE id = ? AND account = ?",
                arguments: [id.rawValue, account.rawValue])
            guard let number else { return false }
            try database.execute(
                literal: """
                    UPDATE sharedLink SET closed = \(now.stored) WHERE number = \(number) AND closed IS NULL
                    """)
            try Self.removeFiles(of: number, in: database)
            return true
        }
    }

    /// Opens a link, keeps who did, and tells its owner.
    ///
    /// - Parameters:
    ///   - secret: The secret of the link.
    ///   - recipient: Who opens it, in their own words.
    ///   - passcode: What they entered, if anything.
    ///   - now: The present.
    /// - Returns: The files, if nothing stands against it.
    /// - Throws: An error of the database.
    package func openLink(
        _ secret: String, by recipient: String, passcode: String?, at now: Date
    ) async throws -> SharedLinkAnswer {
        try await pool.write { [cipher, notifier] database in
            guard let row = try Self.link(opening: secret, cipher, in: database), row.state(at: now) == .open
            else { return .unknown }
            let isRight = row.details.passcode.map { Self.isSame($0, passcode ?? "") } ?? true
            let outcome: SharedLink.Opening.Outcome = isRight ? .opened : .wrongPasscode
            let sealed = try cipher.keys.seal(
                Data(recipient.utf8), field: SharedLinkRow.recipient, of: .number(row.number))
            try database.execute(
                literal: """
                    INSERT INTO sharedOpening (link, at, sealed, outcome)
                    VALUES (\(row.number), \(now.stored), \(sealed), \(outcome.rawValue))
                    """)
            let column = isRight ? "openingsLeft" : "attemptsLeft"
            try database.execute(
                sql: "UPDATE sharedLink SET \(column) = \(column) - 1 WHERE number = ?",
                arguments: [row.number])
            guard isRight else {
                let left = row.attemptsLeft - 1
                if left == 0 {
                    try Self.removeFiles(of: row.number, in: database)
                    try Self.raise(
                        Notice(.linkLocked(label: row.details.label), raised: now), for: row.account, cipher,
                        notifier, in: database)
                }
                return .wrongPasscode(left: left)
            }
            try Self.raise(
                Notice(.linkOpened(label: row.details.label, recipient: recipient), raised: now),
                for: row.account, cipher, notifier, in: database)
            return .opened(
                try Self.files(of: row.number, in: database),
                ticket: try ShareTicket(of: row.number, opened: now, cipher.keys).text)
        }
    }

    /// A file of a link that was opened with a ticket; `nil` if the ticket is not valid any more.
    package func sharedFile(
        _ position: Int, of secret: String, with ticket: String, at now: Date
    ) async throws -> SharedFile? {
        try await pool.read { [cipher] database in
            guard let row = try Self.link(opening: secret, cipher, in: database),
                [.open, .usedUp].contains(row.state(at: now)),
                try ShareTicket.isValid(ticket, for: row.number, at: now, cipher.keys)
            else { return nil }
            let files = try Self.files(of: row.number, in: database)
            return files.indices.contains(position) ? files[position] : nil
        }
    }

    /// Deletes the links by which an account shares its diary with all that belongs to them, and all notices.
    package func removeSharedLinks(of account: Account.ID) async throws {
        try await pool.write { database in
            try Self.removeLinks(of: account, for: .diary, in: database)
            try database.execute(literal: "DELETE FROM notice WHERE account = \(account.rawValue)")
        }
    }

    static func removeLinks(
        of account: Account.ID, for purpose: SharedLink.Purpose, in database: Database
    ) throws {
        try database.execute(
            literal: """
                DELETE FROM sharedLink WHERE account = \(account.rawValue) AND purpose = \(purpose.rawValue)
                """)
    }

    private static func link(
        opening secret: String, _ cipher: RowCipher, in database: Database
    ) throws -> SharedLinkRow? {
        try SQLRequest<Row>(
            literal: "SELECT * FROM sharedLink WHERE secret = \(hash(of: secret))", cached: true
        ).fetchOne(database).map { try SharedLinkRow($0, cipher) }
    }

    private static func files(of link: Int64, in database: Database) throws -> [SharedFile] {
        try SQLRequest<Row>(
            literal: "SELECT contentType, content FROM sharedFile WHERE link = \(link) ORDER BY position",
            cached: true
        ).fetchAll(database).compactMap { row in
            SharedFile.ContentType(rawValue: row["contentType"]).map { SharedFile($0, row["content"]) }
        }
    }

    static func removeFiles(of link: Int64, in database: Database) throws {
        try database.execute(literal: "DELETE FROM sharedFile WHERE link = \(link)")
    }

    private static func openings(
        of link: Int64, _ cipher: RowCipher, in database: Database
    ) throws -> [SharedLink.Opening] {
        try SQLRequest<Row>(
            literal:
                "SELECT at, sealed, outcome FROM sharedOpening WHERE link = \(link) ORDER BY number DESC",
            cached: true
        ).fetchAll(database).compactMap { row in
            guard let outcome = SharedLink.Opening.Outcome(rawValue: row["outcome"]) else { return nil }
            let recipient = try cipher.keys.open(
                row["sealed"], field: SharedLinkRow.recipient, of: .number(link))
            return SharedLink.Opening(
                at: Date(stored: row["at"]), recipient: String(decoding: recipient, as: UTF8.self),
                outcome: outcome)
        }
    }

    /// The secret has so much randomness that a plain hash is as good as a slow one.
    private static func hash(of secret: String) -> Data { Data(SHA256.hash(data: Data(secret.utf8))) }

    /// Compares two texts in a time that tells nothing about where they differ.
    private static func isSame(_ one: String, _ other: String) -> Bool {
        let (one, other) = (SHA256.hash(data: Data(one.utf8)), SHA256.hash(data: Data(other.utf8)))
        return one == other
    }
}
