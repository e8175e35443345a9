import Allergens
import GRDB
package import People
package import Studies

/// What somebody answered, as they see it.
extension SQLiteStore {
    /// A page of the answers of an account to a study, the latest first, under all of its pseudonyms.
    ///
    /// There are none where answers belong to nobody. Who has left still gets them.
    ///
    /// - Parameters:
    ///   - id: The study.
    ///   - account: Whose answers they are.
    ///   - first: The answer before which the page begins; `nil` for the latest.
    ///   - limit: The most answers.
    /// - Returns: The answers, and where the next page begins.
    /// - Throws: ``StudyRefusal`` if the account never took part.
    package func ownAnswers(
        to id: Study.ID, of account: Account.ID, before first: StudyAnswerPage.Place?, limit: Int
    ) async throws -> StudyAnswerPage {
        try await pool.read { [cipher] database in
            let parts = try SQLRequest<Int64>(
                literal: """
                    SELECT number FROM studyParticipant WHERE account = \(account.rawValue)
                        AND study = (SELECT number FROM study WHERE id = \(id.rawValue))
                    """, cached: true
            ).fetchAll(database)
            guard !parts.isEmpty else { throw StudyRefusal.unknown }
            var condition: SQL = "participant IN \(parts)"
            if let first {
                condition.append(literal: " AND (day, id) < (\(first.day.daysSinceEpoch), \(first.id))")
            }
            let found = try Self.studyAnswers(
                where: condition, order: "day DESC, id DESC", limit: limit + 1, cipher, in: database)
            let page = Array(found.prefix(limit))
            let end = page.count < found.count ? page.last : nil
            return StudyAnswerPage(
                page, next: end.flatMap { end in end.id.map { .init(day: end.day, id: $0) } })
        }
    }
}
