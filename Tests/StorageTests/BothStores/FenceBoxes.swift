import Testing

@testable import Storage

/// What PostgreSQL has of fences beside their boxes.
enum FenceBoxes {
    private static let columns = [
        "account", "kinds", "fieldMaximum", "unsure", "quietFrom", "quietUntil", "quietException", "starts",
        "ends",
    ]

    /// Expects that each box tells what its fence does.
    ///
    /// - Returns: How many boxes there are.
    @discardableResult
    static func expectCopies(in store: some RowStore) async throws -> Int {
        let differing = columns.map { "fenceBox.\($0) IS DISTINCT FROM fence.\($0)" }.joined(
            separator: " OR ")
        let (count, apart) = try await store.readRows { runner in
            (
                try runner.value("SELECT count(*) FROM fenceBox", as: Int.self) ?? 0,
                try runner.value(
                    """
                    SELECT count(*) FROM fenceBox LEFT JOIN fence ON fence.number = fenceBox.id / 2
                    WHERE fence.number IS NULL OR \(sql: differing)
                        OR fenceBox.proof IS DISTINCT FROM substring(fence.sealed FROM 6 FOR 8)
                        OR fenceBox.timeZone IS DISTINCT FROM
                            CASE WHEN fence.quietFrom IS NOT NULL THEN fence.timeZone END
                    """, as: Int.self) ?? 0
            )
        }
        #expect(apart == 0, "of \(count) boxes")
        return count
    }
}
