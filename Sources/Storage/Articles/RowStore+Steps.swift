import Alerts
package import Authoring
package import Foundation
import People
import Sealing

/// The way of articles of experts to readers.
extension RowStore {
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
        try await writeRows(locking: .article(id)) { [keys, claim = AnswerClaim.current] runner in
            let rows = SubmissionRow(runner: runner, keys: keys)
            let found = try rows.required(id)
            let state = try SubmissionPolicy.state(after: act, on: found, by: actor)
            if let revision, revision != found.revision { throw SubmissionRefusal.changed(found.revision) }
            try rows.prepare(act, found, correction, by: actor.account, at: now)
            try runner.run("UPDATE submission SET state = \(state.rawValue) WHERE id = \(id.rawValue)")
            try runner.run(
                """
                INSERT INTO submissionEvent (submission, account, act, revision, created)
                VALUES (
                    \(found.number), \(actor.account.rawValue), \(act.rawValue), \(found.revision),
                    \(now.stored))
                """)
            try rows.tell(of: act, on: found, by: actor.account, at: now)
            try claim?.note(id.rawValue, keys, by: runner)
            return try rows.required(id)
        }
    }
}

extension SubmissionRow {
    /// Tells reviewers of what is submitted, and the author of what reviewers do.
    fileprivate func tell(
        of act: SubmissionAct, on article: ExpertArticle, by actor: Account.ID, at now: Date
    ) throws {
        guard let step = act.noticed else { return }
        let readers =
            step == .submitted
            ? try runner.reviewersOnDuty(besides: article.author)
            : [article.author].filter { $0 != actor }.map(\.rawValue)
        let title = article.manuscript.title
        for reader in readers {
            try runner.keep(Notice(.article(step, title: title), raised: now), for: reader, keys)
        }
        if !readers.isEmpty { runner.notify(of: CommittedChanges(noticesChanged: true)) }
    }

    /// What a step changes besides the state.
    fileprivate func prepare(
        _ act: SubmissionAct, _ found: ExpertArticle, _ correction: String?, by actor: Account.ID,
        at now: Date
    ) throws {
        let publications = Publications(runner: runner)
        switch act {
        case .submit, .withdraw, .giveBack, .accept: break
        case .correct:
            let content = Sealed(manuscript: found.manuscript, correction: correction)
            try replace(found, by: content, at: now)
        case .discard:
            guard let latest = try publications.latest(of: found.number) else { return }
            try replace(found, by: Sealed(manuscript: latest.manuscript), at: now)
            try keep(latest.picture, of: found.number)
        case .publish:
            try publications.publish(found, try picture(of: found.number), by: actor, at: now)
        case .retire: try publications.retire(found.number, at: now)
        }
    }

    private func replace(_ found: ExpertArticle, by content: Sealed, at now: Date) throws {
        let sealed = try Self.seal.sealed(content, at: .text(found.id.rawValue), keys)
        try runner.run(
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
