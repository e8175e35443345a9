package import Allergens
package import Forecasting
package import Foundation
package import Geography
package import Observations

/// The past from which forecasts are modelled, and the forecasts.
package protocol ModellingStore: Sendable {
    func stations() async throws -> [Station]
    /// The daily values of an allergen that count, of every station that has any.
    func series(
        of allergen: Allergen.ID, in days: ClosedRange<CivilDate>
    ) async throws -> [Station.ID: DailySeries]
    /// The stations with a forecast of their own, for each of some days.
    func forecasters(
        of allergen: Allergen.ID, in days: ClosedRange<CivilDate>
    ) async throws -> [CivilDate: Set<Station.ID>]
    /// The weather measured day by day around stations; stations without any are left out.
    func measuredWeather(
        around stations: [Station], in days: ClosedRange<CivilDate>
    ) async throws -> [Station.ID: StationWeather]
    /// The weather from yesterday to tomorrow at the nearest sites.
    func weather(around position: Coordinate, at now: Date) async throws -> [WeatherSeries]
    /// The sources of the grids of each allergen.
    func modelSources() async throws -> [Allergen.ID: [GridSource]]
    /// What numerical models say of an allergen at stations that they cover, on the days of a span.
    func modelSeries(
        of allergen: Allergen.ID, at stations: [Station], in days: ClosedRange<CivilDate>
    ) async throws -> [Station.ID: ModelSeries]
    /// What was foreseen for the days from one on with and without a numerical model.
    func modelTrials(of allergen: Allergen.ID, since day: CivilDate) async throws -> [ModelTrial]
    /// Stores what is foreseen with and without a numerical model; what was foreseen first stays.
    func keep(_ trials: [ModelTrial], of allergen: Allergen.ID) async throws
    /// Deletes what was foreseen for the days before one.
    func forgetModelTrials(before day: CivilDate) async throws
    /// Stores modelled forecasts in one transaction, and reopens the rounds of subscribers for whom the forecast
    /// rose.
    ///
    /// - Parameters:
    ///   - forecasts: The forecasts. Each replaces the one of the same station, allergen and day.
    ///   - reach: The distance from a station, in metres, within which it may concern fences.
    ///   - now: When they are stored.
    /// - Returns: The forecasts that are new or different.
    /// - Throws: Why nothing could be written.
    func keep(
        _ forecasts: [ModelledForecast], reach: Double, at now: Date
    ) async throws -> [ModelledForecast]
    /// Withdraws the forecasts from a day on that are not expected any more.
    ///
    /// - Returns: The days of each station whose forecast was withdrawn.
    func withdrawModelledForecasts(
        of allergen: Allergen.ID, from day: CivilDate, except expected: [Station.ID: Set<CivilDate>]
    ) async throws -> [Station.ID: Set<CivilDate>]
    /// Deletes the forecasts that are too old to be compared with readings.
    func forgetModelledForecasts(before today: CivilDate) async throws
}
