package import Allergens

extension RowStore {
    /// The first and the last day with a reading or forecast, for each allergen that has any.
    package func spans() async throws -> [Allergen.ID: ClosedRange<CivilDate>] {
        try await readRows { [taxonomy] runner in
            var spans: [Allergen.ID: ClosedRange<CivilDate>] = [:]
            for allergen in taxonomy.allergens {
                guard let row = try runner.row(.spanRequest(code: allergen.code)),
                    let first = try row["first"] as Int?, let last = try row["last"] as Int?
                else { continue }
                spans[allergen.id] = CivilDate(daysSinceEpoch: first)...CivilDate(daysSinceEpoch: last)
            }
            return spans
        }
    }
}

extension Query {
    /// Requests the first and the last day of one allergen.
    ///
    /// Each end is one step into the primary key, which begins with allergen and day. One statement over all
    /// allergens would walk every reading instead.
    static func spanRequest(code: Int) -> Query {
        """
        SELECT min(first) AS first, max(last) AS last FROM (
            SELECT (SELECT min(day) FROM reading WHERE allergen = \(code)) AS first,
                (SELECT max(day) FROM reading WHERE allergen = \(code)) AS last
            UNION ALL
            SELECT (SELECT min(day) FROM forecast WHERE allergen = \(code)),
                (SELECT max(day) FROM forecast WHERE allergen = \(code))
            UNION ALL
            SELECT (SELECT min(day) FROM modelledForecast WHERE allergen = \(code)),
                (SELECT max(day) FROM modelledForecast WHERE allergen = \(code))
        ) AS span
        """
    }
}
