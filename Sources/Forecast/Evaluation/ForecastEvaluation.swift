package import Allergens
package import Forecasting

/// Predicts a coming day from each day, with the knowledge of that day, and compares.
///
/// A target day is judged if earlier years make a grain or more usual and if both it and the day of the
/// question were measured; every method is judged on the same days. A method learns only from what was known
/// on the day of the question. It learns again every ten days, or at another interval.
package struct ForecastEvaluation: Sendable {
    /// All results to learn from, ordered by target day; ``judged`` holds those to be judged.
    private let results: [OutlookResult]
    private let judged: [OutlookResult]
    private let bounds: LevelBounds
    /// The number of days after which a method learns again.
    private let patience: Int

    /// Prepares the questions `ahead` days before each of `days`, 1…``Outlook/mostDaysAhead``.
    ///
    /// A method learns again after `patience` days, one or more. `weather` is the measured weather of each
    /// series, where it is known; `knowledge` says what of it a method is told.
    package init(
        _ series: [DailySeries], weather: [StationWeather?] = [], knowing knowledge: WeatherKnowledge = .none,
        bounds: LevelBounds, days: ClosedRange<CivilDate>, ahead: Int = 1, patience: Int = 10
    ) {
        self.bounds = bounds
        self.patience = patience
        let all = series.enumerated().flatMap { place, series in
            let measured = weather.indices.contains(place) ? weather[place] : nil
            let disturbance = knowledge == .forecast ? WeatherDisturbance(place: place) : nil
            return OutlookResult.all(
                of: series, norm: SeasonalNorm(series), ahead: ahead,
                in: CivilDate.accepted.lowerBound...days.upperBound
            ) {
                knowledge == .none ? nil : measured?.change(from: $0, to: $1, disturbedBy: disturbance)
            }
        }
        results = all.sorted { $0.outlook.target < $1.outlook.target }
        judged = results.filter { days.contains($0.outlook.target) && $0.outlook.isUsual }
    }

    /// Whether there is a day to judge.
    package var isEmpty: Bool { judged.isEmpty }

    /// The score of a method over all judged days.
    package func score(of method: some Forecaster) -> Score {
        scores(of: method).values.reduce(Score(), +)
    }

    /// The score of a method in each calendar year that has a judged day.
    package func scores(of method: some Forecaster) -> [Int: Score] {
        Dictionary(grouping: judged(by: method), by: \.day.components.year)
            .mapValues { Score($0, bounds: bounds) }
    }

    /// What a method predicts for each judged station-day, in the same order for every method.
    package func judged(by method: some Forecaster) -> [JudgedDay] {
        var fitted: (method: any Forecaster, until: CivilDate)?
        return judged.map { result in
            let outlook = result.outlook
            if let last = fitted?.until, outlook.origin < last.adding(days: patience) {
                // What was learned is still fresh.
            } else {
                fitted = (method.fitted(to: known(on: outlook.origin), bounds: bounds), outlook.origin)
            }
            let expectation = fitted?.method.expectation(of: outlook)
            return JudgedDay(
                day: outlook.target, prediction: expectation?.value, range: expectation?.range,
                measured: LogScale.concentration(ofLogarithm: result.found))
        }
    }

    /// The results that were known by a day.
    private func known(on day: CivilDate) -> ArraySlice<OutlookResult> {
        // Results are sorted by target: the first later one ends the known ones.
        var (low, high) = (results.startIndex, results.endIndex)
        while low < high {
            let middle = (low + high) / 2
            if results[middle].outlook.target <= day { low = middle + 1 } else { high = middle }
        }
        return results[..<low]
    }
}

extension ForecastEvaluation {
    /// The simple methods, the model without weather last.
    package static let methods: [any Forecaster] = [
        Persistence(), Climatology(), DampedAnomaly(), model(knowing: .none),
    ]

    /// The model with some knowledge of the weather, for an evaluation with the same.
    package static func model(knowing knowledge: WeatherKnowledge) -> any Forecaster {
        LearnedForecast(knowledge: knowledge)
    }
}
