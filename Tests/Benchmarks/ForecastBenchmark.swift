import Allergens
import Forecasting
import Foundation
import Observations
import SeededTesting

/// Measures how long the models of all taxa take to learn, from fifteen years at made-up stations with their weather.
enum ForecastBenchmark {
    private struct Outcome: Encodable {
        let taxa: Int
        let ready: Int
        let seconds: Double
    }

    private static let today = CivilDate(year: 2026, month: 4, day: 10)

    static func run(stations count: Int) throws {
        guard let today else { throw BenchmarkError("10 April 2026 is not in the calendar") }
        let days = today.adding(days: -ForecastModel.lessonDays - SeasonalNorm.reach)...today
        var generator = SeededGenerator(seed: 1)
        let stations = (0..<count).compactMap { Station.ID(rawValue: "made-up-\($0)") }
        var weather: [Station.ID: StationWeather] = [:]
        for station in stations { weather[station] = madeUpWeather(on: days, using: &generator) }
        let taxa = Taxonomy.standard.allergens.filter(\.isForecast)
        var (ready, spent) = (0, Duration.zero)
        for taxon in taxa {
            guard let bounds = Scale.standard(for: taxon)?.bounds else { continue }
            let peak = Int.random(in: 40...240, using: &generator)
            var history: [Station.ID: DailySeries] = [:]
            for station in stations {
                history[station] = season(on: days, peak: peak, using: &generator)
            }
            spent += ContinuousClock().measure {
                let forecaster = TaxonForecaster(
                    history: history, weather: weather, bounds: bounds, on: today)
                if forecaster.isReady { ready += 1 }
            }
        }
        let outcome = Outcome(taxa: taxa.count, ready: ready, seconds: spent / .seconds(1))
        print(String(decoding: try JSONEncoder().encode(outcome), as: UTF8.self))
    }

    private static func madeUpWeather(
        on days: ClosedRange<CivilDate>, using generator: inout SeededGenerator
    ) -> StationWeather {
        var weather = StationWeather()
        var warmth = 0.0
        for number in days.lowerBound.daysSinceEpoch...days.upperBound.daysSinceEpoch {
            warmth = 0.7 * warmth + .random(in: -3...3, using: &generator)
            let usual = 10 - 9 * cos(2 * .pi * Double(number) / 365.25)
            let isWet = Double.random(in: 0...1, using: &generator) < 0.3
            weather.note(
                DayWeather(temperature: usual + warmth, isWet: isWet), on: CivilDate(daysSinceEpoch: number))
        }
        return weather
    }

    /// Counts of some grains around the day of the peak in each year, and none on most other days.
    private static func season(
        on days: ClosedRange<CivilDate>, peak: Int, using generator: inout SeededGenerator
    ) -> DailySeries {
        var series = DailySeries()
        for number in days.lowerBound.daysSinceEpoch...days.upperBound.daysSinceEpoch {
            let distance = Double((number % 365 - peak + 547) % 365 - 182)
            let usual = 200 * exp(-distance * distance / 400)
            let count = (usual * .random(in: 0...2, using: &generator)).rounded()
            series.note(count, on: CivilDate(daysSinceEpoch: number))
        }
        return series
    }
}
