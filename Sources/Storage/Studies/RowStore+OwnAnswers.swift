import Allergens
package import People
package import Studies

/// What somebody answered, as they see it.
extension RowStore {
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
        try await readRows { [keys] runner in
            let parts: Query = """
                SELECT number FROM studyParticipant WHERE account = \(account.rawValue)
                    AND study = (SELECT number FROM study WHERE id = \(id.rawValue))
                """
            guard try runner.row(parts) != nil else { throw StudyRefusal.unknown }
            var condition: Query = "participant IN (\(parts))"
            if let first {
                condition = "\(condition) AND (day, id) < (\(first.day.daysSinceEpoch), \(first.id))"
            }
            let found = try runner.studyAnswers(
                where: condition, order: "day DESC, id DESC", limit: limit + 1, keys)
            let page = Array(found.prefix(limit))
            let end = page.count < found.count ? page.last : nil
            return StudyAnswerPage(
                page, next: end.flatMap { end in end.id.map { .init(day: end.day, id: $0) } })
        }
    }
}
