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
            day = normal.dayOfYear.asMonthAndDay
            mean = normal.mean.inHundredths
            lowest = normal.lowest
            highest = normal.highest
            years = normal.years
        }
    }

    let station: String
    let allergen: Allergen.ID
    let unit: ConcentrationUnit?
    /// The first year that is excluded.
    let before: Int
    let days: [Day]
}

extension Int {
    /// Month and day, `MM-DD`, of this day of a common year, 1…365.
    var asMonthAndDay: String {
        // 1970 was a common year, and days are counted from its first one.
        String(CivilDate(daysSinceEpoch: self - 1).description.dropFirst("1970-".count))
    }
}
