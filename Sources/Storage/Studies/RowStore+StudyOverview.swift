package import Studies

/// What administrators see of studies.
extension RowStore {
    /// All studies with numbers below `first`, the newest first, at most `limit`: without forms, and without answers.
    package func studyOverviews(before first: Int64, limit: Int) async throws -> [StudyOverview] {
        try await readRows { runner in
            let found = try StudyRow.all(
                StudyRow.publishedWords, where: "study.number < \(first)", order: "study.number DESC",
                limit: limit, in: runner)
            return try found.map { try runner.overview(of: $0) }
        }
    }
}
