package import Allergens
package import Forecasting
package import Observations

/// Judges how much a numerical model helps the forecast, by what was foreseen with and without it.
///
/// The days of each block of ten are judged by the share that was known before the first of them could be
/// foreseen. So no day chooses by what it is judged. High days are not named beyond what the median says, as
/// the forecast does, because what was foreseen is the median.
package struct ModelTrialEvaluation: Sendable {
    /// What was foreseen without the model.
    package let without: [JudgedDay]
    /// What would have been foreseen with the share of its day, for the same station-days in the same order.
    package let with: [JudgedDay]

    /// Judges what was foreseen for some days over `ahead` days and what was found.
    ///
    /// Earlier days teach only.
    package init(
        _ trials: [ModelTrial], ahead: Int, found: [Station.ID: DailySeries], in days: ClosedRange<CivilDate>
    ) {
        let known = trials.filter { $0.daysAhead == ahead && found[$0.station]?[$0.day] != nil }
        let judged = Dictionary(grouping: known.filter { days.contains($0.day) }) {
            BlockBootstrap.block(of: $0.day)
        }
        var (without, with): ([JudgedDay], [JudgedDay]) = ([], [])
        for (block, trials) in judged.sorted(by: { $0.key < $1.key }) {
            let asked = CivilDate(daysSinceEpoch: block * BlockBootstrap.span).adding(days: -ahead)
            let share = ModelShares(known.filter { $0.day <= asked }, found: found)[ahead]
            for trial in trials {
                guard let value = found[trial.station]?[trial.day] else { continue }
                func day(_ logarithm: Double) -> JudgedDay {
                    JudgedDay(
                        day: trial.day, prediction: LogScale.concentration(ofLogarithm: logarithm),
                        measured: LogScale.concentration(ofLogarithm: value))
                }
                without.append(day(trial.plain))
                with.append(day(trial.plain + share * (trial.followed - trial.plain)))
            }
        }
        (self.without, self.with) = (without, with)
    }
}
