import Allergens
import HTTP
import Observations

/// `GET /v1/stations/{id}/normals`.
struct NormalsWire: Encodable {
    /// A day of the year; days that no year has a value of are left out.
    struct Day: Encodable {
        /// Month and day, `MM-DD`; 29 February counts with the 28th.
        let day: String
        let mean: Double
        let lowest: Double
        let highest: Double
        /// The years that have a value of this day.
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
    /// The first year that does not count.
    let before: Int
    let days: [Day]
}
