import Alerts
package import Foundation
package import Help
package import People
import Sealing

extension RowStore {
    /// The documents of an account, oldest first.
    package func documents(of account: Account.ID) async throws -> [PersonalDocument] {
        try await readRows { [keys] runner in
            try runner.rows(
                """
                SELECT id, sealed, size, created, changed FROM personalDocument
                WHERE account = \(account.rawValue) ORDER BY created, id
                """
            ).map { try DocumentRow($0, keys).document }
        }
    }

    /// The file of a document; `nil` if the account has no such document.
    package func content(of id: PersonalDocument.ID, of account: Account.ID) async throws -> Data? {
        try await readRows { [keys] runner in
            guard let row = try runner.row(id.query(of: account)) else { return nil }
            var content = Data(capacity: try row["size"])
            let parts: Query = """
                SELECT position, sealed FROM personalDocumentPart
                WHERE document = \(id.rawValue) ORDER BY position
                """
            try runner.forEachRow(parts) { part in
                let place = DocumentRow.place(ofPart: try part["position"], of: id.rawValue)
                content += try keys.open(part["sealed"], field: DocumentRow.part, of: place)
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
        let document = PersonalDocument(
            id: id, format: file.format, size: file.content.count, created: now, changed: now,
            details: PersonalDocument.Details.initial)
        return try await writeRows(locking: .account(account)) {
            [keys, claim = AnswerClaim.current] runner in
            try document.checkRoom(of: account, by: runner)
            try runner.run(
                """
                INSERT INTO personalDocument (id, account, sealed, size, created, changed)
                VALUES (
                    \(id.rawValue), \(account.rawValue), \(try DocumentRow.sealed(document, keys)),
                    \(file.content.count), \(now.stored), \(now.stored))
                """)
            try id.keepParts(of: file.content, keys, by: runner)
            try claim?.note(id.rawValue, keys, by: runner)
            return document
        }
    }

    /// Changes what is said of a document.
    ///
    /// - Returns: `nil` if the account has no such document.
    package func change(
        _ id: PersonalDocument.ID, of account: Account.ID, to details: PersonalDocument.Details, at now: Date
    ) async throws -> PersonalDocument? {
        try await writeRows(locking: .account(account)) { [keys] runner in
            guard let row = try runner.row(id.query(of: account)) else { return nil }
            let former = try DocumentRow(row, keys).document
            let document = PersonalDocument(
                id: id, format: former.format, size: former.size, created: former.created, changed: now,
                details: details)
            try runner.run(
                """
                UPDATE personalDocument
                SET sealed = \(try DocumentRow.sealed(document, keys)), changed = \(now.stored)
                WHERE id = \(id.rawValue)
                """)
            return document
        }
    }

    /// Deletes a document.
    ///
    /// - Returns: `false` if the account has no such document.
    package func remove(_ id: PersonalDocument.ID, of account: Account.ID) async throws -> Bool {
        try await writeRows(locking: .nothing) { runner in
            try runner.run(
                """
                DELETE FROM personalDocument WHERE id = \(id.rawValue) AND account = \(account.rawValue)
                """) > 0
        }
    }
}

extension PersonalDocument {
    /// Refuses the document if there is no room for it beside the others of an account.
    fileprivate func checkRoom(of account: Account.ID, by runner: any QueryRunner) throws {
        let row = try runner.row(
            """
            SELECT count(*) AS count, CAST(coalesce(sum(size), 0) AS bigint) AS used FROM personalDocument
            WHERE account = \(account.rawValue)
            """)
        guard let row else { preconditionFailure("a count without groups finds a row") }
        let (count, used): (Int, Int) = (try row["count"], try row["used"])
        guard count < Self.limit else { throw DocumentRefusal.tooMany }
        guard used + size <= Self.budget else { throw DocumentRefusal.full(used: used) }
    }
}

extension PersonalDocument.ID {
    fileprivate func query(of account: Account.ID) -> Query {
        """
        SELECT id, sealed, size, created, changed FROM personalDocument
        WHERE id = \(rawValue) AND account = \(account.rawValue)
        """
    }

    fileprivate func keepParts(of content: Data, _ keys: KeyRing, by runner: any QueryRunner) throws {
        let starts = stride(from: content.startIndex, to: content.endIndex, by: DocumentRow.partSize)
        for (position, start) in starts.enumerated() {
            let part = content[start..<min(start + DocumentRow.partSize, content.endIndex)]
            let sealed = try keys.seal(
                part, field: DocumentRow.part, of: DocumentRow.place(ofPart: position, of: rawValue))
            try runner.run(
                """
                INSERT INTO personalDocumentPart (document, position, sealed)
                VALUES (\(rawValue), \(position), \(sealed))
                """)
        }
    }
}
