package import Alerts

extension RowStore {
    /// The first alert in the lineage of updates and cancellations of an alert.
    ///
    /// An alert that is the first, or unknown, is its own origin.
    package func origin(of alert: Alert.ID) async throws -> Alert.ID {
        try await readRows { runner in
            let first = try runner.value(
                """
                WITH RECURSIVE lineage (id, reference) AS (
                    SELECT id, reference FROM alert WHERE id = \(alert.rawValue)
                    UNION ALL
                    SELECT alert.id, alert.reference FROM lineage JOIN alert ON alert.number = lineage.reference
                )
                SELECT id FROM lineage WHERE reference IS NULL
                """, as: String.self)
            return first.map(Alert.ID.init(rawValue:)) ?? alert
        }
    }
}
