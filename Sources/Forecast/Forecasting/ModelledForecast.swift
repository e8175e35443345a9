package import Allergens
package import Foundation
package import Observations

/// The model's forecast for a station on a coming day.
package struct ModelledForecast: Hashable, Sendable {
    package let station: Station.ID
    package let allergen: Allergen.ID
    package let day: CivilDate
    /// The concentration in the allergen's unit, and the interval that holds four of five outcomes.
    package let expectation: ForecastModel.Expectation
    /// When it was computed; a forecast with the same expectation keeps its first time.
    package let issued: Date

    package init(
        station: Station.ID, allergen: Allergen.ID, day: CivilDate, expectation: ForecastModel.Expectation,
        issued: Date
    ) {
        self.station = station
        self.allergen = allergen
        self.day = day
        self.expectation = expectation
        self.issued = issued
    }
}
