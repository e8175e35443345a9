package import Authoring
package import Foundation
import GRDB
package import People
import Sealing

/// The articles that experts write, as their authors keep them.
extension SQLiteStore {
    /// The articles of an account, oldest first.
    package func submissions(of account: Account.ID) async throws -> [ExpertArticle] {
        try await pool.read { [cipher] database in
            try SubmissionRow(database: database, cipher: cipher)
                .submissions(where: "submission.account = \(account.rawValue)")
        }
    }

    /// An article of an account; `nil` if there is none.
    package func submission(_ id: ExpertArticle.ID, of account: Account.ID) async throws -> ExpertArticle? {
        try await pool.read { [cipher] database in
            try Self.own(id, of: account, SubmissionRow(database: database, cipher: cipher))
        }
    }

    private static func own(
        _ id: ExpertArticle.ID, of account: Account.ID, _ rows: SubmissionRow
    ) throws -> ExpertArticle? {
        let found = try rows.submission(id)
        return found?.author == account ? found : nil
    }

    /// Begins an article.
    ///
    /// - Throws: ``SubmissionRefusal/tooMany``.
    package func begin(
        _ manuscript: Manuscript, by account: Account.ID, at now: Date
    ) async throws -> ExpertArticle {
        let id = ExpertArticle.ID(rawValue: UUID().uuidString.lowercased())
        return try await pool.write { [cipher, claim = AnswerClaim.current] database in
            let rows = SubmissionRow(database: database, cipher: cipher)
            let count = try Int.fetchOne(
                database, sql: "SELECT count(*) FROM submission WHERE account = ?",
                arguments: [account.rawValue])
            guard count ?? 0 < ExpertArticle.limit else { throw SubmissionRefusal.tooMany }
            let sealed = try SubmissionRow.seal.sealed(
                SubmissionRow.Sealed(manuscript: manuscript), at: .text(id.rawValue), cipher)
            try database.execute(
                literal: """
                    INSERT INTO submission (id, account, state, revision, sealed, created, changed)
                    VALUES (
                        \(id.rawValue), \(account.rawValue), 'draft', 1, \(sealed), \(now.stored), \(now.stored))
                    """)
            try claim?.note(id.rawValue, cipher, in: database)
            return try Self.required(id, rows)
        }
    }

    /// Keeps another text in the place of the one with a revision.
    ///
    /// - Throws: ``SubmissionRefusal``.
    package func keep(
        _ manuscript: Manuscript, as id: ExpertArticle.ID, of account: Account.ID, replacing revision: Int,
        at now: Date
    ) async throws -> ExpertArticle {
        try await change(id, of: account, revision, at: now) { former, rows in
            let sealed = try SubmissionRow.seal.sealed(
                SubmissionRow.Sealed(manuscript: manuscript, correction: former.correction),
                at: .text(id.rawValue), rows.cipher)
            try rows.database.execute(
                literal: "UPDATE submission SET sealed = \(sealed) WHERE id = \(id.rawValue)")
        }
    }

    /// Keeps a picture in the place of an earlier one, or none.
    ///
    /// - Throws: ``SubmissionRefusal``.
    package func keep(
        _ picture: ManuscriptPicture?, as id: ExpertArticle.ID, of account: Account.ID,
        replacing revision: Int,
        at now: Date
    ) async throws -> ExpertArticle {
        try await change(id, of: account, revision, at: now) { former, rows in
            try rows.keep(picture, of: former.number)
        }
    }

    /// Changes an article that is open, if it is as the author last saw it.
    private func change(
        _ id: ExpertArticle.ID, of account: Account.ID, _ revision: Int, at now: Date,
        _ act: @escaping @Sendable (ExpertArticle, SubmissionRow) throws -> Void
    ) async throws -> ExpertArticle {
        try await pool.write { [cipher] database in
            let rows = SubmissionRow(database: database, cipher: cipher)
            guard let former = try Self.own(id, of: account, rows) else { throw SubmissionRefusal.unknown }
            guard former.state.isOpen else { throw SubmissionRefusal.state(former.state) }
            guard former.revision == revision else { throw SubmissionRefusal.changed(former.revision) }
            try act(former, rows)
            try database.execute(
                literal: """
                    UPDATE submission SET revision = revision + 1, changed = \(now.stored)
                    WHERE id = \(id.rawValue)
                    """)
            return try Self.required(id, rows)
        }
    }

    /// Deletes an article that readers have never seen.
    ///
    /// - Throws: ``SubmissionRefusal``.
    package func remove(_ id: ExpertArticle.ID, of account: Account.ID) async throws {
        try await pool.write { [cipher] database in
            let rows = SubmissionRow(database: database, cipher: cipher)
            guard let former = try Self.own(id, of: account, rows) else { throw SubmissionRefusal.unknown }
            guard former.publication == nil else { throw SubmissionRefusal.published }
            try database.execute(literal: "DELETE FROM submission WHERE id = \(id.rawValue)")
        }
    }

    /// The picture of an article of an account.
    package func picture(of id: ExpertArticle.ID, of account: Account.ID) async throws -> ManuscriptPicture? {
        try await pool.read { [cipher] database in
            let rows = SubmissionRow(database: database, cipher: cipher)
            return try Self.own(id, of: account, rows).flatMap { try rows.picture(of: $0.number) }
        }
    }

    /// What an account has written and reviewed.
    package func ownArticles(of account: Account.ID) async throws -> OwnArticles {
        try await pool.read { [cipher] database in
            let foreign: SQL = """
                JOIN submission ON submission.number = said.submission
                JOIN account ON account.id = said.account
                WHERE said.account = \(account.rawValue) AND submission.account <> \(account.rawValue)
                ORDER BY said.number
                """
            let remarks = try SQLRequest<Row>(
                literal: """
                    SELECT said.*, submission.id AS article, account.name
                    FROM submissionRemark AS said \(foreign)
                    """
            ).fetchAll(database)
            let acts = try SQLRequest<Row>(
                literal: """
                    SELECT said.*, submission.id AS article, account.name
                    FROM submissionEvent AS said \(foreign)
                    """
            ).fetchAll(database)
            return OwnArticles(
                articles: try SubmissionRow(database: database, cipher: cipher)
                    .submissions(where: "submission.account = \(account.rawValue)"),
                remarks: try remarks.map {
                    OwnArticles.Remark(
                        article: ExpertArticle.ID(rawValue: $0["article"]),
                        remark: try SubmissionRemark($0, cipher))
                },
                acts: acts.compactMap { row in
                    SubmissionEvent(row).map {
                        OwnArticles.Act(article: ExpertArticle.ID(rawValue: row["article"]), event: $0)
                    }
                })
        }
    }

    static func required(_ id: ExpertArticle.ID, _ rows: SubmissionRow) throws -> ExpertArticle {
        guard let found = try rows.submission(id) else { throw SubmissionRefusal.unknown }
        return found
    }
}
