import Alerts
import Crypto
package import Foundation
package import People
import Sealing
package import Sharing

extension RowStore {
    /// The links of an account, the newest first, with each attempt to open them.
    package func sharedLinks(of account: Account.ID, at now: Date) async throws -> [SharedLink] {
        try await readRows { [keys] runner in
            let links = try runner.rows(
                "SELECT * FROM sharedLink WHERE account = \(account.rawValue) ORDER BY number DESC"
            ).map { try SharedLinkRow($0, keys) }
            return try links.map { $0.link(try runner.openings(of: $0.number, keys), at: now) }
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
        return try await writeRows(locking: .account(account)) { [keys] runner in
            let open: Int? = try runner.value(
                """
                SELECT count(*) FROM sharedLink
                WHERE account = \(account.rawValue) AND closed IS NULL AND attemptsLeft > 0
                    AND openingsLeft > 0 AND expires > \(now.stored)
                """)
            guard open ?? 0 < SharedLink.limit else { return nil }
            let number = try runner.insert(draft, as: id, opening: secret, of: account, at: now, keys)
            let row = try runner.row("SELECT * FROM sharedLink WHERE number = \(number)")
            return try row.map { try SharedLinkRow($0, keys).link([], at: now) }
        }
    }

    /// Closes a link, and deletes its files.
    ///
    /// - Returns: `false` if the account has no such link.
    package func closeLink(
        _ id: SharedLink.ID, of account: Account.ID, at now: Date
    ) async throws -> Bool {
        try await writeRows(locking: .account(account)) { runner in
            let number: Int64? = try runner.value(
                """
                SELECT number FROM sharedLink
                WHERE id = \(id.rawValue) AND account = \(account.rawValue)
                """)
            guard let number else { return false }
            try runner.run(
                "UPDATE sharedLink SET closed = \(now.stored) WHERE number = \(number) AND closed IS NULL")
            try runner.removeFiles(of: number)
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
        try await writeRows(locking: .nothing) { [keys] runner in
            guard let row = try runner.link(opening: secret, keys), row.state(at: now) == .open
            else { return .unknown }
            let isRight = row.details.passcode.map { $0.isSame(as: passcode ?? "") } ?? true
            let outcome: SharedLink.Opening.Outcome = isRight ? .opened : .wrongPasscode
            guard let left = try runner.count(outcome, of: row.number) else { return .unknown }
            try runner.note(outcome, of: row.number, by: recipient, at: now, keys)
            guard isRight else {
                if left == 0 {
                    try runner.removeFiles(of: row.number)
                    try runner.raise(
                        Notice(.linkLocked(label: row.details.label), raised: now), for: row.account, keys)
                }
                return .wrongPasscode(left: left)
            }
            try runner.raise(
                Notice(.linkOpened(label: row.details.label, recipient: recipient), raised: now),
                for: row.account, keys)
            return .opened(
                try runner.files(of: row.number),
                ticket: try ShareTicket(of: row.number, opened: now, keys).text)
        }
    }

    /// A file of a link that was opened with a ticket; `nil` if the ticket is not valid any more.
    package func sharedFile(
        _ position: Int, of secret: String, with ticket: String, at now: Date
    ) async throws -> SharedFile? {
        try await readRows { [keys] runner in
            guard let row = try runner.link(opening: secret, keys),
                [.open, .usedUp].contains(row.state(at: now)),
                try ShareTicket.isValid(ticket, for: row.number, at: now, keys)
            else { return nil }
            let files = try runner.files(of: row.number)
            return files.indices.contains(position) ? files[position] : nil
        }
    }

    /// Deletes the links by which an account shares its diary with all that belongs to them, and all notices.
    package func removeSharedLinks(of account: Account.ID) async throws {
        try await writeRows(locking: .nothing) { runner in
            try runner.removeLinks(of: account, for: .diary)
            try runner.run("DELETE FROM notice WHERE account = \(account.rawValue)")
        }
    }
}

extension QueryRunner {
    /// Deletes the links of an account that share something.
    func removeLinks(of account: Account.ID, for purpose: SharedLink.Purpose) throws {
        try run(
            """
            DELETE FROM sharedLink
            WHERE account = \(account.rawValue) AND purpose = \(purpose.rawValue)
            """)
    }

    /// Deletes the files of a link.
    func removeFiles(of link: Int64) throws { try run("DELETE FROM sharedFile WHERE link = \(link)") }

    /// - Returns: The number of the link.
    fileprivate func insert(
        _ draft: SharedLinkDraft, as id: String, opening secret: String, of account: Account.ID, at now: Date,
        _ keys: KeyRing
    ) throws -> Int64 {
        let details = SharedLinkRow.Details(label: draft.label, passcode: draft.passcode)
        let sealed = try keys.seal(JSONEncoder().encode(details), field: SharedLinkRow.field, of: .text(id))
        let number = try insertedNumber(
            """
            INSERT INTO sharedLink
                (id, account, secret, purpose, sealed, made, expires, attemptsLeft, openingsLeft)
            VALUES (
                \(id), \(account.rawValue), \(secret.hashed), \(draft.purpose.rawValue), \(sealed),
                \(now.stored), \(draft.expires.stored), \(SharedLink.attempts), \(SharedLink.mostOpenings))
            RETURNING number
            """)
        for (position, file) in draft.files.enumerated() {
            try run(
                """
                INSERT INTO sharedFile (link, position, contentType, content)
                VALUES (\(number), \(position), \(file.contentType.rawValue), \(file.content))
                """)
        }
        return number
    }

    fileprivate func link(opening secret: String, _ keys: KeyRing) throws -> SharedLinkRow? {
        try row("SELECT * FROM sharedLink WHERE secret = \(secret.hashed)")
            .map { try SharedLinkRow($0, keys) }
    }

    /// Counts an attempt to open a link, unless others have closed or used it up meanwhile.
    ///
    /// Reading what is left and counting it down are one statement, so that no passcode is tried more often because
    /// many try at the same time.
    ///
    /// - Returns: How many such attempts are left; `nil` when the link can no longer be opened.
    fileprivate func count(_ outcome: SharedLink.Opening.Outcome, of link: Int64) throws -> Int? {
        let column: Query =
            switch outcome {
            case .opened: "openingsLeft"
            case .wrongPasscode: "attemptsLeft"
            }
        return try value(
            """
            UPDATE sharedLink SET \(column) = \(column) - 1
            WHERE number = \(link) AND closed IS NULL AND attemptsLeft > 0 AND openingsLeft > 0
            RETURNING \(column)
            """, as: Int.self)
    }

    fileprivate func note(
        _ outcome: SharedLink.Opening.Outcome, of link: Int64, by recipient: String, at now: Date,
        _ keys: KeyRing
    ) throws {
        let sealed = try keys.seal(
            Data(recipient.utf8), field: SharedLinkRow.recipient, of: .number(link))
        try run(
            """
            INSERT INTO sharedOpening (link, at, sealed, outcome)
            VALUES (\(link), \(now.stored), \(sealed), \(outcome.rawValue))
            """)
    }

    fileprivate func files(of link: Int64) throws -> [SharedFile] {
        try rows("SELECT contentType, content FROM sharedFile WHERE link = \(link) ORDER BY position")
            .compactMap { row in
                guard let type = SharedFile.ContentType(rawValue: try row["contentType"]) else { return nil }
                return SharedFile(type, try row["content"])
            }
    }

    fileprivate func openings(of link: Int64, _ keys: KeyRing) throws -> [SharedLink.Opening] {
        try rows("SELECT at, sealed, outcome FROM sharedOpening WHERE link = \(link) ORDER BY number DESC")
            .compactMap { row in
                guard let outcome = SharedLink.Opening.Outcome(rawValue: try row["outcome"])
                else { return nil }
                let recipient = try keys.open(
                    row["sealed"], field: SharedLinkRow.recipient, of: .number(link))
                return SharedLink.Opening(
                    at: Date(stored: try row["at"]), recipient: String(decoding: recipient, as: UTF8.self),
                    outcome: outcome)
            }
    }
}

extension String {
    /// The hash of a secret, which has so much randomness that a plain hash is as good as a slow one.
    fileprivate var hashed: Data { Data(SHA256.hash(data: Data(utf8))) }

    /// Compares two texts in a time that tells nothing about where they differ.
    fileprivate func isSame(as other: String) -> Bool {
        SHA256.hash(data: Data(utf8)) == SHA256.hash(data: Data(other.utf8))
    }
}
