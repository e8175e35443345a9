package import Authoring
package import Foundation
package import People
import Sealing

/// The articles that experts write, as their authors keep them.
extension RowStore {
    /// The articles of an account, oldest first.
    package func submissions(of account: Account.ID) async throws -> [ExpertArticle] {
        try await readRows { [keys] runner in
            try SubmissionRow(runner: runner, keys: keys)
                .submissions(where: "submission.account = \(account.rawValue)")
        }
    }

    /// An article of an account; `nil` if there is none.
    package func submission(_ id: ExpertArticle.ID, of account: Account.ID) async throws -> ExpertArticle? {
        try await readRows { [keys] runner in
            try SubmissionRow(runner: runner, keys: keys).own(id, of: account)
        }
    }

    /// Begins an article.
    ///
    /// - Throws: ``SubmissionRefusal/tooMany``.
    package func begin(
        _ manuscript: Manuscript, by account: Account.ID, at now: Date
    ) async throws -> ExpertArticle {
        let id = ExpertArticle.ID(rawValue: UUID().uuidString.lowercased())
        return try await writeRows(locking: .account(account)) {
            [keys, claim = AnswerClaim.current] runner in
            let rows = SubmissionRow(runner: runner, keys: keys)
            let count: Int? = try runner.value(
                "SELECT count(*) FROM submission WHERE account = \(account.rawValue)")
            guard count ?? 0 < ExpertArticle.limit else { throw SubmissionRefusal.tooMany }
            let sealed = try SubmissionRow.seal.sealed(
                SubmissionRow.Sealed(manuscript: manuscript), at: .text(id.rawValue), keys)
            try runner.run(
                """
                INSERT INTO submission (id, account, state, revision, sealed, created, changed)
                VALUES (
                    \(id.rawValue), \(account.rawValue), 'draft', 1, \(sealed), \(now.stored), \(now.stored))
                """)
            try claim?.note(id.rawValue, keys, by: runner)
            return try rows.required(id)
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
                at: .text(id.rawValue), rows.keys)
            try rows.runner.run("UPDATE submission SET sealed = \(sealed) WHERE id = \(id.rawValue)")
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
        try await writeRows(locking: .account(account)) { [keys] runner in
            let rows = SubmissionRow(runner: runner, keys: keys)
            guard let former = try rows.own(id, of: account) else { throw SubmissionRefusal.unknown }
            guard former.state.isOpen else { throw SubmissionRefusal.state(former.state) }
            guard former.revision == revision else { throw SubmissionRefusal.changed(former.revision) }
            try act(former, rows)
            try runner.run(
                """
                UPDATE submission SET revision = revision + 1, changed = \(now.stored)
                WHERE id = \(id.rawValue)
                """)
            return try rows.required(id)
        }
    }

    /// Deletes an article that readers have never seen.
    ///
    /// - Throws: ``SubmissionRefusal``.
    package func remove(_ id: ExpertArticle.ID, of account: Account.ID) async throws {
        try await writeRows(locking: .account(account)) { [keys] runner in
            let rows = SubmissionRow(runner: runner, keys: keys)
            guard let former = try rows.own(id, of: account) else { throw SubmissionRefusal.unknown }
            guard former.publication == nil else { throw SubmissionRefusal.published }
            try runner.run("DELETE FROM submission WHERE id = \(id.rawValue)")
        }
    }

    /// The picture of an article of an account.
    package func picture(of id: ExpertArticle.ID, of account: Account.ID) async throws -> ManuscriptPicture? {
        try await readRows { [keys] runner in
            let rows = SubmissionRow(runner: runner, keys: keys)
            return try rows.own(id, of: account).flatMap { try rows.picture(of: $0.number) }
        }
    }

    /// What an account has written and reviewed.
    package func ownArticles(of account: Account.ID) async throws -> OwnArticles {
        try await readRows { [keys] runner in
            let foreign: Query = """
                JOIN submission ON submission.number = said.submission
                JOIN account ON account.id = said.account
                WHERE said.account = \(account.rawValue) AND submission.account <> \(account.rawValue)
                ORDER BY said.number
                """
            let remarks = try runner.rows(
                """
                SELECT said.*, submission.id AS article, account.name
                FROM submissionRemark AS said \(foreign)
                """
            )
            let acts = try runner.rows(
                """
                SELECT said.*, submission.id AS article, account.name
                FROM submissionEvent AS said \(foreign)
                """
            )
            return OwnArticles(
                articles: try SubmissionRow(runner: runner, keys: keys)
                    .submissions(where: "submission.account = \(account.rawValue)"),
                remarks: try remarks.map {
                    OwnArticles.Remark(
                        article: ExpertArticle.ID(rawValue: try $0["article"]),
                        remark: try SubmissionRemark($0, keys))
                },
                acts: try acts.compactMap { row in
                    let article = ExpertArticle.ID(rawValue: try row["article"])
                    return try SubmissionEvent(row).map { OwnArticles.Act(article: article, event: $0) }
                })
        }
    }
}

extension SubmissionRow {
    /// An article that has to be there.
    ///
    /// - Throws: ``SubmissionRefusal/unknown``.
    func required(_ id: ExpertArticle.ID) throws -> ExpertArticle {
        guard let found = try submission(id) else { throw SubmissionRefusal.unknown }
        return found
    }

    /// An article of an account; `nil` if there is none.
    fileprivate func own(_ id: ExpertArticle.ID, of account: Account.ID) throws -> ExpertArticle? {
        let found = try submission(id)
        return found?.author == account ? found : nil
    }
}
