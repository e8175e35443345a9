import Alerts
package import Foundation
import GRDB
package import Help
package import People
import Sealing

extension SQLiteStore {
    /// The documents of an account, oldest first.
    package func documents(of account: Account.ID) async throws -> [PersonalDocument] {
        try await pool.read { [cipher] database in
            try SQLRequest<Row>(
                literal: """
                    SELECT * FROM personalDocument WHERE account = \(account.rawValue) ORDER BY created, id
                    """, cached: true
            ).fetchAll(database).map { try DocumentRow($0, cipher).document }
        }
    }

    /// The file of a document; `nil` if the account has no such document.
    package func content(of id: PersonalDocument.ID, of account: Account.ID) async throws -> Data? {
        try await pool.read { [cipher] database in
            guard let row = try Self.document(id, of: account, in: database) else { return nil }
            var content = Data(capacity: row["size"])
            let parts = try SQLRequest<Row>(
                literal: """
                    SELECT position, sealed FROM personalDocumentPart
                    WHERE document = \(id.rawValue) ORDER BY position
                    """, cached: true
            ).fetchCursor(database)
            while let part = try parts.next() {
                let place = DocumentRow.place(ofPart: part["position"], of: id.rawValue)
                content += try cipher.keys.open(part["sealed"], field: DocumentRow.part, of: place)
            }
            return content
        }
    }

    /// Keeps a file as a new document; when this returns, it is durable.
    ///
    /// - Throws: ``DocumentRefusal`` when it is one too many, or too large for what is left.
    package func add(
        _ file: CleanedFile, to account: Account.ID, at now: Date
    ) async throws -> PersonalDocument {
        let id = PersonalDocument.ID(rawValue: UUID().uuidString.lowercased())
        return try await pool.write { [cipher, claim = AnswerClaim.current] database in
            try Self.checkRoom(for: file.content.count, of: account, in: database)
            let details = PersonalDocument.Details.initial
            let sealed = try DocumentRow.seal.sealed(
                DocumentRow.Sealed(format: file.format, details: details), at: .text(id.rawValue), cipher)
            try database.execute(
                literal: """
                    INSERT INTO personalDocument (id, account, sealed, size, created, changed)
                    VALUES (
                        \(id.rawValue), \(account.rawValue), \(sealed), \(file.content.count), \(now.stored),
                        \(now.stored))
                    """)
            try Self.keepParts(of: file.content, of: id, cipher, in: database)
            try claim?.note(id.rawValue, cipher, in: database)
            return PersonalDocument(
                id: id, format: file.format, size: file.content.count, created: now, changed: now,
                details: details)
        }
    }

    private static func checkRoom(
        for size: Int, of account: Account.ID, in database: Database
    ) throws {
        let row = try Row.fetchOne(
            database,
            sql:
                "SELECT count(*) AS count, coalesce(sum(size), 0) AS used FROM personalDocument WHERE account = ?",
            arguments: [account.rawValue])
        let (count, used): (Int, Int) = (row?["count"] ?? 0, row?["used"] ?? 0)
        guard count < PersonalDocument.limit else { throw DocumentRefusal.tooMany }
        guard used + size <= PersonalDocument.budget else { throw DocumentRefusal.full(used: used) }
    }

    private static func keepParts(
        of content: Data, of id: PersonalDocument.ID, _ cipher: RowCipher, in database: Database
    ) throws {
        let insertion = try database.cachedStatement(
            sql: "INSERT INTO personalDocumentPart (document, position, sealed) VALUES (?, ?, ?)")
        let starts = stride(from: content.startIndex, to: content.endIndex, by: DocumentRow.partSize)
        for (position, start) in starts.enumerated() {
            let part = content[start..<min(start + DocumentRow.partSize, content.endIndex)]
            let sealed = try cipher.keys.seal(
                part, field: DocumentRow.part, of: DocumentRow.place(ofPart: position, of: id.rawValue))
            try insertion.execute(arguments: [id.rawValue, position, sealed])
        }
    }

    /// Changes what is said of a document.
    ///
    /// - Returns: `nil` if the account has no such document.
    package func change(
        _ id: PersonalDocument.ID, of account: Account.ID, to details: PersonalDocument.Details, at now: Date
    ) async throws -> PersonalDocument? {
        try await sharedCommit.write(to: pool) { [cipher] database in
            guard let row = try Self.document(id, of: account, in: database) else { return nil }
            let former = try DocumentRow(row, cipher).document
            let sealed = try DocumentRow.seal.sealed(
                DocumentRow.Sealed(format: former.format, details: details), at: .text(id.rawValue), cipher)
            try database.execute(
                literal: """
                    UPDATE personalDocument SET sealed = \(sealed), changed = \(now.stored)
                    WHERE id = \(id.rawValue)
                    """)
            return PersonalDocument(
                id: id, format: former.format, size: former.size, created: former.created, changed: now,
                details: details)
        }
    }

    /// Deletes a document.
    ///
    /// - Returns: `false` if the account has no such document.
    package func remove(_ id: PersonalDocument.ID, of account: Account.ID) async throws -> Bool {
        try await pool.write { database in
            try database.execute(
                literal: """
                    DELETE FROM personalDocument WHERE id = \(id.rawValue) AND account = \(account.rawValue)
                    """)
            return database.changesCount > 0
        }
    }

    private static func document(
        _ id: PersonalDocument.ID, of account: Account.ID, in database: Database
    ) throws -> Row? {
        try SQLRequest<Row>(
            literal: """
                SELECT * FROM personalDocument WHERE id = \(id.rawValue) AND account = \(account.rawValue)
                """, cached: true
        ).fetchOne(database)
    }
}
