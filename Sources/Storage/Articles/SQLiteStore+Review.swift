import Alerts
package import Authoring
package import Foundation
import GRDB
package import People
import Sealing

/// The way of articles of experts to readers.
extension SQLiteStore {
    /// Takes an article a step on its way, in one transaction with the record of it and the notices to others.
    ///
    /// - Parameters:
    ///   - act: The step.
    ///   - id: The article.
    ///   - actor: Who does it.
    ///   - correction: What is corrected, with ``SubmissionAct/correct``.
    ///   - revision: The text that the actor has seen; `nil` for whichever there is.
    ///   - now: The present.
    /// - Returns: The article as it is now.
    /// - Throws: ``SubmissionRefusal``; then nothing has changed.
    package func act(
        _ act: SubmissionAct, on id: ExpertArticle.ID, by actor: SubmissionActor, correction: String?,
        seen revision: Int?, at now: Date
    ) async throws -> ExpertArticle {
        try await pool.write { [cipher, notifier, claim = AnswerClaim.current] database in
            let rows = SubmissionRow(database: database, cipher: cipher)
            guard let found = try rows.submission(id) else { throw SubmissionRefusal.unknown }
            let state = try SubmissionPolicy.state(after: act, on: found, by: actor)
            if let revision, revision != found.revision { throw SubmissionRefusal.changed(found.revision) }
            try Self.prepare(act, found, correction, rows, by: actor.account, at: now)
            try database.execute(
                literal: "UPDATE submission SET state = \(state.rawValue) WHERE id = \(id.rawValue)")
            try database.execute(
                literal: """
                    INSERT INTO submissionEvent (submission, account, act, revision, created)
                    VALUES (
                        \(found.number), \(actor.account.rawValue), \(act.rawValue), \(found.revision),
                        \(now.stored))
                    """)
            if try Self.tell(of: act, on: found, by: actor.account, cipher, at: now, in: database) {
                notifier.notify(of: CommittedChanges(noticesChanged: true), after: database)
            }
            try claim?.note(id.rawValue, cipher, in: database)
            return try rows.required(id)
        }
    }

    /// Tells reviewers of what is submitted, and the author of what reviewers do.
    ///
    /// - Returns: Whether anybody is told.
    private static func tell(
        of act: SubmissionAct, on article: ExpertArticle, by actor: Account.ID, _ cipher: RowCipher,
        at now: Date, in database: Database
    ) throws -> Bool {
        guard let step = act.noticed else { return false }
        let readers =
            step == .submitted
            ? try SQLiteRunner(database).reviewersOnDuty(besides: article.author)
            : [article.author].filter { $0 != actor }.map(\.rawValue)
        let title = article.manuscript.title
        for reader in readers {
            try keep(Notice(.article(step, title: title), raised: now), for: reader, cipher, in: database)
        }
        return !readers.isEmpty
    }

    /// What a step changes besides the state.
    private static func prepare(
        _ act: SubmissionAct, _ found: ExpertArticle, _ correction: String?, _ rows: SubmissionRow,
        by actor: Account.ID, at now: Date
    ) throws {
        let publications = Publications(runner: rows.runner)
        switch act {
        case .submit, .withdraw, .giveBack, .accept: break
        case .correct:
            let content = SubmissionRow.Sealed(manuscript: found.manuscript, correction: correction)
            try replace(found, by: content, rows, at: now)
        case .discard:
            guard let latest = try publications.latest(of: found.number) else { return }
            try replace(found, by: SubmissionRow.Sealed(manuscript: latest.manuscript), rows, at: now)
            try rows.keep(latest.picture, of: found.number)
        case .publish:
            try publications.publish(found, try rows.picture(of: found.number), by: actor, at: now)
        case .retire: try publications.retire(found.number, at: now)
        }
    }

    private static func replace(
        _ found: ExpertArticle, by content: SubmissionRow.Sealed, _ rows: SubmissionRow, at now: Date
    ) throws {
        let sealed = try SubmissionRow.seal.sealed(content, at: .text(found.id.rawValue), rows.keys)
        try rows.runner.run(
            """
            UPDATE submission SET sealed = \(sealed), revision = revision + 1, changed = \(now.stored)
            WHERE number = \(found.number)
            """)
    }
}

extension SubmissionAct {
    /// The step that others learn about; `nil` if nobody does.
    fileprivate var noticed: Notice.ArticleStep? {
        switch self {
        case .submit: .submitted
        case .giveBack: .returned
        case .accept: .accepted
        case .publish: .published
        case .retire: .retired
        case .withdraw, .correct, .discard: nil
        }
    }
}
