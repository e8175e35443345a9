import Allergens
import Foundation
package import Observations

extension RowStore {
    /// A station's suspect values of days and hours, newest first.
    ///
    /// - Parameters:
    ///   - station: The station; an unknown one has none.
    ///   - place: The value after which the page begins, whether or not it is still suspect; `nil` for the
    ///     first page.
    ///   - limit: The largest number of values.
    /// - Returns: The page, with the number of all suspect values.
    /// - Throws: `DatabaseError`.
    package func suspects(
        of station: Station.ID, before place: SuspectValue.Place? = nil, limit: Int
    ) async throws -> SuspectPage {
        try await readRows { [taxonomy] runner in
            guard let zone = try runner.station(station)?.timeZone else {
                return SuspectPage(values: [], total: 0, days: nil, next: nil)
            }
            let number = try runner.number(of: station)
            let mark = place.map { SuspectMark($0, in: zone, taxonomy: taxonomy) } ?? .newest
            let rows = try runner.rows(.suspectRequest(of: number, before: mark, limit: limit + 1))
            let values = try rows.prefix(limit).compactMap { try SuspectValue(row: $0, taxonomy: taxonomy) }
            let summary = try runner.row(.suspectSummary(of: number))
            return SuspectPage(
                values: values, total: try summary?["total"] ?? 0,
                days: try summary.flatMap { try SuspectPage.days(of: $0) },
                next: rows.count > limit ? values.last?.place : nil)
        }
    }
}

extension SuspectPage {
    /// The first and the last day of a summary; `nil` if there are none.
    fileprivate static func days(of row: QueryRow) throws -> ClosedRange<CivilDate>? {
        guard let first = try row["first"] as Int?, let last = try row["last"] as Int? else { return nil }
        return CivilDate(daysSinceEpoch: first)...CivilDate(daysSinceEpoch: last)
    }
}

/// The position of a value among a station's suspect values.
struct SuspectMark {
    let day: Int
    /// The end of the hours in seconds since 1970, 0 for a day.
    let ending: Int64
    let hours: Int
    let code: Int

    /// A position before all values.
    static let newest = SuspectMark(day: .max, ending: .max, hours: .max, code: .max)

    private init(day: Int, ending: Int64, hours: Int, code: Int) {
        (self.day, self.ending, self.hours, self.code) = (day, ending, hours, code)
    }

    init(_ place: SuspectValue.Place, in zone: TimeZone, taxonomy: Taxonomy) {
        let day: CivilDate =
            switch place.period {
            case .day(let day): day
            // A period that ends at midnight belongs to the day before.
            case .hour(let end), .threeHours(let end): CivilDate(at: end.addingTimeInterval(-1), in: zone)
            }
        self.init(
            day: day.daysSinceEpoch, ending: place.period.end?.stored ?? 0, hours: place.period.hours,
            code: taxonomy[place.allergen]?.code ?? .max)
    }
}

extension SuspectValue {
    fileprivate init?(row: QueryRow, taxonomy: Taxonomy) throws {
        guard let allergen = taxonomy[code: try row["allergen"]] else { return nil }
        let hours: Int = try row["hours"]
        let end = Date(stored: try row["ending"])
        let period: Reading.Period =
            switch hours {
            case 1: .hour(ending: end)
            case 3: .threeHours(ending: end)
            default: .day(CivilDate(daysSinceEpoch: try row["day"]))
            }
        self.init(
            place: Place(allergen: allergen.id, period: period), value: try row["value"],
            detectionLimit: try row["detectionLimit"], suspicions: Suspicions(rawValue: try row["suspicions"])
        )
    }
}

extension Query {
    /// Requests suspect values in the order of their days and ends, newest first, a day after its hours.
    static func suspectRequest(
        of station: Int64, before mark: SuspectMark, limit: Int
    ) -> Query {
        """
        SELECT * FROM (
            SELECT allergen, day, 0 AS ending, 24 AS hours, value, detectionLimit, suspicions FROM reading
            WHERE station = \(station) AND quality = 2 AND day <= \(mark.day)
            UNION ALL
            SELECT allergen, day, 0, 24, value, detectionLimit, suspicions FROM readingSetAside
            WHERE station = \(station) AND quality = 2 AND day <= \(mark.day)
            UNION ALL
            SELECT allergen, day, ending, 1, value, detectionLimit, suspicions FROM hourlyReading
            WHERE station = \(station) AND quality = 2 AND day <= \(mark.day)
            UNION ALL
            SELECT allergen, day, ending, 3, value, detectionLimit, suspicions FROM threeHourReading
            WHERE station = \(station) AND quality = 2 AND day <= \(mark.day)
        ) AS suspect
        WHERE (day, ending, hours, allergen) < (\(mark.day), \(mark.ending), \(mark.hours), \(mark.code))
        ORDER BY day DESC, ending DESC, hours DESC, allergen DESC LIMIT \(limit)
        """
    }

    static func suspectSummary(of station: Int64) -> Query {
        """
        SELECT count(*) AS total, min(day) AS first, max(day) AS last FROM (
            SELECT day FROM reading WHERE station = \(station) AND quality = 2
            UNION ALL
            SELECT day FROM readingSetAside WHERE station = \(station) AND quality = 2
            UNION ALL
            SELECT day FROM hourlyReading WHERE station = \(station) AND quality = 2
            UNION ALL
            SELECT day FROM threeHourReading WHERE station = \(station) AND quality = 2
        ) AS suspect
        """
    }
}
