package import Authoring
package import Foundation
package import People
import Sealing

/// The articles of experts, as reviewers see them.
extension RowStore {
    /// The articles that reviewers can read, with numbers above `last`, oldest first, at most `limit`.
    package func reviewableArticles(after last: Int64, limit: Int) async throws -> [ExpertArticle] {
        try await readRows { [keys] runner in
            try SubmissionRow(runner: runner, keys: keys).submissions(
                where: """
                    submission.state IN ('submitted', 'accepted', 'published') AND submission.number > \(last)
                    """, limit: limit)
        }
    }

    /// An article that reviewers can read; `nil` if there is none.
    package func reviewableArticle(_ id: ExpertArticle.ID) async throws -> ExpertArticle? {
        try await readRows { [keys] runner in
            let found = try SubmissionRow(runner: runner, keys: keys).submission(id)
            return found?.state.isReviewable == true ? found : nil
        }
    }

    /// The picture of an article that reviewers can read.
    package func reviewablePicture(of id: ExpertArticle.ID) async throws -> ManuscriptPicture? {
        try await readRows { [keys] runner in
            let rows = SubmissionRow(runner: runner, keys: keys)
            guard let found = try rows.submission(id), found.state.isReviewable else { return nil }
            return try rows.picture(of: found.number)
        }
    }

    /// Keeps a remark on the text that is submitted.
    ///
    /// - Throws: ``SubmissionRefusal``.
    package func remark(
        _ content: SubmissionRemark.Content, on id: ExpertArticle.ID, by reviewer: Account.ID, at now: Date
    ) async throws -> ExpertArticle {
        let remark = UUID().uuidString.lowercased()
        return try await writeRows(locking: .article(id)) { [keys, claim = AnswerClaim.current] runner in
            let rows = SubmissionRow(runner: runner, keys: keys)
            guard let found = try rows.submission(id), found.state.isReviewable
            else { throw SubmissionRefusal.unknown }
            guard found.author != reviewer else { throw SubmissionRefusal.own }
            guard found.state == .submitted || found.state == .accepted
            else { throw SubmissionRefusal.state(found.state) }
            guard found.remarks.count < ExpertArticle.mostRemarks else {
                throw SubmissionRefusal.tooManyRemarks
            }
            let sealed = try SubmissionRow.remark.sealed(content, at: .text(remark), keys)
            try runner.run(
                """
                INSERT INTO submissionRemark (id, submission, account, revision, sealed, created)
                VALUES (
                    \(remark), \(found.number), \(reviewer.rawValue), \(found.revision), \(sealed),
                    \(now.stored))
                """)
            try claim?.note(id.rawValue, keys, by: runner)
            return try rows.required(id)
        }
    }
}
