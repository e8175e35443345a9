import Allergens
import HTTP
import Observations

/// `GET /v1/stations/{id}/normals`.
struct NormalsWire: Encodable {
    /// A day of the year; days without a value in any year are left out.
    struct Day: Encodable {
        /// Month and day, `MM-DD`; 29 February counts as the 28th.
        let day: String
        let mean: Double
        let lowest: Double
        let highest: Double
        /// The number of years with a value for this day.
        let years: Int

        init(_ normal: DayNormal) {
            day = Self.name(ofDay: normal.dayOfYear)
            mean = normal.mean.inHundredths
            lowest = normal.lowest
            highest = normal.highest
            years = normal.years
        }

        private static func name(ofDay dayOfYear: Int) -> String {
            // 1970 was a common year, and days are counted from its first one.
            String(CivilDate(daysSinceEpoch: dayOfYear - 1).description.dropFirst("1970-".count))
        }
    }

    let station: String
    let allergen: Allergen.ID
    let unit: ConcentrationUnit?
    /// The first year that is excluded.
    let before: Int
    let days: [Day]
}
