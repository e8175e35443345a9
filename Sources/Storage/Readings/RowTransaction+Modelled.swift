import Alerts
import Allergens
import Forecasting
import Foundation
import Geography
import Observations

extension RowTransaction {
    /// Stores a forecast; `false` when the same one was stored before.
    func keep(_ forecast: ModelledForecast, reach: Double, at now: Date) throws -> Bool {
        guard let station = try station(forecast.station) else { throw ReadingRejection.unknownStation }
        let code = try code(of: forecast.allergen)
        let number = try numbered(forecast.station).number
        let expected = forecast.expectation
        let former = try runner.value(
            """
            SELECT value FROM modelledForecast
            WHERE allergen = \(code) AND day = \(forecast.day.daysSinceEpoch) AND station = \(number)
            """, as: Double.self)
        let count = try runner.run(
            """
            INSERT INTO modelledForecast (allergen, day, station, value, low, high, issued, knowsWeather)
            VALUES (
                \(code), \(forecast.day.daysSinceEpoch), \(number), \(expected.value),
                \(expected.range.lowerBound), \(expected.range.upperBound), \(forecast.issued.stored),
                \(expected.knowsWeather))
            ON CONFLICT (allergen, day, station) DO UPDATE
            SET value = excluded.value, low = excluded.low, high = excluded.high, issued = excluded.issued,
                knowsWeather = excluded.knowsWeather
            WHERE modelledForecast.value <> excluded.value OR modelledForecast.low <> excluded.low
                OR modelledForecast.high <> excluded.high OR modelledForecast.knowsWeather <> excluded.knowsWeather
            """)
        guard count == 1 else { return false }
        changes.note(forecast.day, of: forecast.allergen)
        // This looks at every nearby fence, so only a higher level reopens rounds.
        if let bounds = taxonomy[forecast.allergen].flatMap({ Scale.standard(for: $0) })?.bounds,
            bounds.level(of: expected.value) > bounds.level(of: former ?? 0)
        {
            try reopenForecastRounds(
                touching: BoundingBox(around: station.position, radius: reach), watching: forecast.allergen,
                for: forecast.day, at: now)
        }
        return true
    }
}
