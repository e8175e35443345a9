package import Allergens
package import Observations

extension RowStore {
    /// The means and extremes for each day of the year at a station, over all years before a given one.
    ///
    /// Every year weighs the same: in a leap year 28 February gets the mean of the 28th and the 29th. Suspect
    /// and dismissed values do not count, and days without a value in any year are left out.
    ///
    /// - Parameters:
    ///   - allergen: The allergen.
    ///   - station: The station.
    ///   - year: The first year that does not count.
    /// - Returns: At most 365 days, in order.
    /// - Throws: `DatabaseError`.
    package func normals(
        of allergen: Allergen.ID, at station: Station.ID, before year: Int
    ) async throws -> [DayNormal] {
        guard let code = taxonomy[allergen]?.code else { return [] }
        return try await readRows { runner in
            let number = try runner.value(
                "SELECT number FROM station WHERE id = \(station.rawValue)", as: Int64.self)
            guard let number,
                let first = try runner.value(.firstDayRequest(of: code, at: number), as: Int?.self) ?? nil
            else { return [] }
            let firstYear = CivilDate(daysSinceEpoch: first).components.year
            guard firstYear < year else { return [] }
            return try runner.rows(
                .normals(of: code, at: number, years: (firstYear..<year).map(CalendarYear.init))
            ).map { try DayNormal(row: $0) }
        }
    }

    /// The years in which a station has values of any allergen and quality, newest first.
    ///
    /// Each year costs one step into the index of a station's days, however many readings there are.
    ///
    /// - Throws: `DatabaseError`.
    package func years(of station: Station.ID) async throws -> [Int] {
        try await readRows { runner in
            let number = try runner.value(
                "SELECT number FROM station WHERE id = \(station.rawValue)", as: Int64.self)
            guard let number else { return [] }
            var years: [Int] = []
            var end = Int.max
            while let last = try runner.value(.lastDayRequest(at: number, before: end), as: Int.self) {
                let year = CivilDate(daysSinceEpoch: last).components.year
                years.append(year)
                end = CalendarYear(year).firstDay
            }
            return years
        }
    }
}

/// The days of a year in stored form.
struct CalendarYear {
    let firstDay: Int
    let nextFirstDay: Int
    /// 29 February, or the end of a year without one.
    let leapDay: Int

    init(_ year: Int) {
        func day(_ year: Int, _ month: Int, _ day: Int) -> Int? {
            CivilDate(year: year, month: month, day: day)?.daysSinceEpoch
        }
        guard let first = day(year, 1, 1), let last = day(year, 12, 31)
        else { preconditionFailure("a year of readings lies in the accepted years") }
        firstDay = first
        nextFirstDay = last + 1
        leapDay = day(year, 2, 29) ?? last + 1
    }
}

extension DayNormal {
    fileprivate init(row: QueryRow) throws {
        self.init(
            dayOfYear: try row["dayOfYear"], mean: try row["mean"], lowest: try row["lowest"],
            highest: try row["highest"],
            years: try row["years"])
    }
}

extension Query {
    /// Requests the last day with a reading at a station before a given one.
    static func lastDayRequest(at station: Int64, before end: Int) -> Query {
        """
        SELECT day FROM reading WHERE station = \(station) AND day < \(end)
        ORDER BY day DESC LIMIT 1
        """
    }

    /// Requests the first day with a reading of an allergen at a station.
    ///
    /// The unary plus keeps the planner off the primary key, which would walk the days of every station
    /// (https://sqlite.org/optoverview.html#disqualifying_where_clause_terms_using_unary_).
    static func firstDayRequest(of code: Int, at station: Int64) -> Query {
        "SELECT min(day) FROM reading WHERE station = \(station) AND +allergen = \(code)"
    }

    static func normals(of code: Int, at station: Int64, years: [CalendarYear]) -> Query {
        let rows = years.map { year -> Query in "(\(year.firstDay), \(year.nextFirstDay), \(year.leapDay))" }
        return """
            WITH calendar (firstDay, nextFirstDay, leapDay) AS (VALUES \(rows.joined(separator: ", ")))
            SELECT dayOfYear, avg(value) AS mean, min(value) AS lowest, max(value) AS highest,
                count(*) AS years
            FROM (
                SELECT calendar.firstDay,
                    reading.day - calendar.firstDay
                        + CASE WHEN reading.day >= calendar.leapDay THEN 0 ELSE 1 END AS dayOfYear,
                    avg(reading.value) AS value
                FROM calendar JOIN reading ON reading.station = \(station)
                    AND reading.day >= calendar.firstDay AND reading.day < calendar.nextFirstDay
                WHERE +reading.allergen = \(code) AND reading.quality < 2
                GROUP BY calendar.firstDay, dayOfYear
            ) AS year
            GROUP BY dayOfYear ORDER BY dayOfYear
            """
    }
}
