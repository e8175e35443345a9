package import Authoring
package import Foundation
package import People

/// Stores the articles that experts write.
package protocol SubmissionStore: Sendable {
    /// The articles of an account, oldest first.
    func submissions(of account: Account.ID) async throws -> [ExpertArticle]
    /// An article of an account; `nil` if there is none.
    func submission(_ id: ExpertArticle.ID, of account: Account.ID) async throws -> ExpertArticle?
    /// Begins an article.
    ///
    /// - Throws: ``SubmissionRefusal``.
    func begin(_ manuscript: Manuscript, by account: Account.ID, at now: Date) async throws -> ExpertArticle
    /// Keeps another text in the place of the one with a revision.
    ///
    /// - Throws: ``SubmissionRefusal``.
    func keep(
        _ manuscript: Manuscript, as id: ExpertArticle.ID, of account: Account.ID, replacing revision: Int,
        at now: Date
    ) async throws -> ExpertArticle
    /// Keeps a picture in the place of an earlier one, or none.
    ///
    /// - Throws: ``SubmissionRefusal``.
    func keep(
        _ picture: ManuscriptPicture?, as id: ExpertArticle.ID, of account: Account.ID,
        replacing revision: Int,
        at now: Date
    ) async throws -> ExpertArticle
    /// Deletes an article that readers have never seen.
    ///
    /// - Throws: ``SubmissionRefusal``.
    func remove(_ id: ExpertArticle.ID, of account: Account.ID) async throws
    /// The picture of an article of an account.
    func picture(of id: ExpertArticle.ID, of account: Account.ID) async throws -> ManuscriptPicture?
    /// What an account has written and reviewed.
    func ownArticles(of account: Account.ID) async throws -> OwnArticles

    /// The articles that reviewers can read, with numbers above `last`, oldest first, at most `limit`.
    func reviewableArticles(after last: Int64, limit: Int) async throws -> [ExpertArticle]
    /// An article that reviewers can read; `nil` if there is none.
    func reviewableArticle(_ id: ExpertArticle.ID) async throws -> ExpertArticle?
    /// The picture of an article that reviewers can read.
    func reviewablePicture(of id: ExpertArticle.ID) async throws -> ManuscriptPicture?
    /// Keeps a remark on the text that is submitted.
    ///
    /// - Throws: ``SubmissionRefusal``.
    func remark(
        _ content: SubmissionRemark.Content, on id: ExpertArticle.ID, by reviewer: Account.ID, at now: Date
    ) async throws -> ExpertArticle
    /// Takes an article a step on its way.
    ///
    /// - Throws: ``SubmissionRefusal``.
    func act(
        _ act: SubmissionAct, on id: ExpertArticle.ID, by actor: SubmissionActor, correction: String?,
        seen revision: Int?, at now: Date
    ) async throws -> ExpertArticle
}
