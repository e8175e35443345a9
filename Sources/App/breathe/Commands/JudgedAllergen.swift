import Allergens
import Evaluation

/// The results of the forecasting methods for one allergen, year by year.
struct JudgedAllergen {
    let allergen: Allergen
    let bounds: LevelBounds
    let days: ClosedRange<CivilDate>
    /// What each method predicted for each station-day, in the same order.
    ///
    /// The simpler methods come first, and the model without weather before the one that knows it.
    let judged: [(method: any Forecaster, days: [JudgedDay])]

    /// Each method's score in each year.
    private var scores: [(method: any Forecaster, years: [Int: Score])] {
        judged.map { method, days in
            let years = Dictionary(grouping: days, by: \.day.components.year)
            return (method, years.mapValues { Score($0, bounds: bounds) })
        }
    }

    /// Returns a row for each method over all days, preceded by one for each year if requested.
    func rows(ahead: Int, eachYear: Bool) -> [Evaluate.ForecastRow] {
        (eachYear ? yearlyRows(ahead: ahead) : [])
            + judged.enumerated().map { place, own in
                let simpler = own.method.isModel ? judged.prefix(place) : []
                return Evaluate.ForecastRow(
                    allergen, own.method, Score(own.days, bounds: bounds), ahead: ahead, days: days,
                    years: eachYear ? Set(own.days.map(\.day.components.year)).count : nil,
                    ranges: ScoreRanges(own.days, bounds: bounds),
                    against: simpler.map {
                        EvaluatedComparison(
                            with: $0.method.name, Comparison(own.days, with: $0.days, bounds: bounds))
                    })
            }
    }

    private func yearlyRows(ahead: Int) -> [Evaluate.ForecastRow] {
        let scores = scores
        return Set(scores.flatMap(\.years.keys)).sorted().flatMap { year in
            scores.compactMap { method, scores -> Evaluate.ForecastRow? in
                guard let score = scores[year], let span = span(of: year) else { return nil }
                return Evaluate.ForecastRow(allergen, method, score, ahead: ahead, days: span)
            }
        }
    }

    /// Returns the judged days of a calendar year.
    private func span(of year: Int) -> ClosedRange<CivilDate>? {
        guard let first = CivilDate(year: year, month: 1, day: 1),
            let last = CivilDate(year: year, month: 12, day: 31), first <= days.upperBound,
            last >= days.lowerBound
        else { return nil }
        return max(first, days.lowerBound)...min(last, days.upperBound)
    }

    /// Prints in how many of the comparable years the model did better than each method before it.
    func printComparison() {
        let scores = scores
        for (place, model) in scores.enumerated() where model.method.isModel {
            for (method, others) in scores.prefix(place) {
                let error = Self.wins(model.years, others) { score in score.meanError.map { -$0 } }
                let logError = Self.wins(model.years, others) { score in score.meanLogError.map { -$0 } }
                let success = Self.wins(model.years, others, by: \.successIndex)
                print(
                    "\n\(allergen.id.rawValue): \(model.method.name) did better than \(method.name) "
                        + "in MAE \(error), in MAE log \(logError), in CSI \(success)")
            }
        }
    }

    private static func wins(
        _ model: [Int: Score], _ others: [Int: Score], by measure: (Score) -> Double?
    ) -> String {
        var (better, same, all) = (0, 0, 0)
        for (year, score) in model {
            guard let own = measure(score), let other = others[year].flatMap(measure) else { continue }
            all += 1
            if own > other { better += 1 }
            if own == other { same += 1 }
        }
        return "in \(better) of \(all) years" + (same > 0 ? " (equal in \(same))" : "")
    }
}
