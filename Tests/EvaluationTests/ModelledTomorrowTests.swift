import Allergens
import Observations
import Testing

@testable import Evaluation
@testable import Forecasting

/// The coming days at fourteen Swiss stations, moved as a numerical model moves; the article Accuracy has the
/// figures.
@Suite(.enabled(if: SwissSeasons.areThere, "needs the real measurements: set BREATHE_DATA to their folder"))
struct ModelledTomorrowTests {
    /// What the model moves: these seasons have no earlier year, and so no forecast as the service makes it.
    enum Start {
        case newestValue
        /// The forecast without the usual of earlier years, learned from the season's earlier days.
        case fit
    }

    /// An allergen on a number of days ahead, and what is beyond chance.
    struct Gain: Sendable {
        let allergen: String
        let ahead: Int
        let inError: Bool
        let inHighDays: Bool
    }

    private static let ofNewestValue = [
        Gain(allergen: "hazel", ahead: 1, inError: true, inHighDays: false),
        Gain(allergen: "hazel", ahead: 2, inError: true, inHighDays: false),
        Gain(allergen: "alder", ahead: 1, inError: false, inHighDays: false),
        Gain(allergen: "alder", ahead: 2, inError: false, inHighDays: false),
        Gain(allergen: "birch", ahead: 1, inError: false, inHighDays: false),
        Gain(allergen: "birch", ahead: 2, inError: true, inHighDays: true),
        Gain(allergen: "grass", ahead: 1, inError: true, inHighDays: true),
        Gain(allergen: "grass", ahead: 2, inError: true, inHighDays: true),
    ]

    private static let ofFit = [
        Gain(allergen: "hazel", ahead: 1, inError: false, inHighDays: false),
        Gain(allergen: "hazel", ahead: 2, inError: false, inHighDays: true),
        Gain(allergen: "alder", ahead: 1, inError: false, inHighDays: false),
        Gain(allergen: "alder", ahead: 2, inError: false, inHighDays: false),
        Gain(allergen: "birch", ahead: 1, inError: false, inHighDays: false),
        Gain(allergen: "birch", ahead: 2, inError: false, inHighDays: false),
        Gain(allergen: "grass", ahead: 1, inError: false, inHighDays: true),
        Gain(allergen: "grass", ahead: 2, inError: false, inHighDays: true),
    ]

    @Test(arguments: ofNewestValue)
    func `the newest value errs less where it moves as a model does`(gain: Gain) throws {
        try check(gain, from: .newestValue)
    }

    @Test(arguments: ofFit)
    func `a fit of the season errs no more where it moves as a model does`(gain: Gain) throws {
        try check(gain, from: .fit)
    }

    private func check(_ gain: Gain, from start: Start) throws {
        let id = Allergen.ID(rawValue: gain.allergen)
        let allergen = try #require(Taxonomy.standard[id])
        let bounds = try #require(Scale.standard(for: allergen)).bounds
        let season = try Season(of: id, ahead: gain.ahead)
        let evaluation = ModelTrialEvaluation(
            season.trials(from: start, bounds: bounds), ahead: gain.ahead, found: season.series,
            in: CivilDate.accepted)
        #expect(evaluation.with.count > 900)
        let comparison = Comparison(evaluation.with, with: evaluation.without, bounds: bounds)
        let error = try #require(comparison.logError)
        #expect(error.value < 0)
        #expect(error.verdict == (gain.inError ? .better : .withinChance), "\(error)")
        let success = try #require(comparison.successIndex)
        #expect(success.verdict == (gain.inHighDays ? .better : .withinChance), "\(success)")
    }

    /// What was known at each station on each day of the season that model and station know.
    private struct Season {
        let series: [Station.ID: DailySeries]
        private let ahead: Int
        /// In the order of their days.
        private let results: [(station: Station.ID, result: OutlookResult)]

        init(of allergen: Allergen.ID, ahead: Int) throws {
            let known = try SwissSeasons.samples()
            let samples = try #require(known[allergen])
            let models = try SwissSeasons.model(of: allergen).mapValues { ModelSeries([$0]) }
            var series: [Station.ID: DailySeries] = [:]
            for sample in samples.sorted(by: { $0.day < $1.day }) {
                series[sample.station, default: DailySeries()].note(sample.value, on: sample.day)
            }
            var results: [(station: Station.ID, result: OutlookResult)] = []
            for (station, days) in series.sorted(by: { $0.key < $1.key }) {
                for day in days.days {
                    let origin = day.adding(days: -ahead)
                    guard let found = days[day],
                        let outlook = Outlook(
                            from: origin, to: day, series: days, norm: { _ in nil },
                            modelChange: models[station]?.change(from: origin, to: day)),
                        outlook.isInSeason, outlook.followed != nil
                    else { continue }
                    results.append((station, OutlookResult(outlook: outlook, found: found)))
                }
            }
            (self.series, self.ahead) = (series, ahead)
            self.results = results.sorted {
                ($0.result.outlook.target, $0.station) < ($1.result.outlook.target, $1.station)
            }
        }

        /// What is foreseen for the days of each block of ten, by what was known before the first of them could
        /// be foreseen.
        func trials(from start: Start, bounds: LevelBounds) -> [ModelTrial] {
            let blocks = Dictionary(grouping: results) {
                BlockBootstrap.block(of: $0.result.outlook.target)
            }
            return blocks.sorted { $0.key < $1.key }.flatMap { block, members in
                let asked = CivilDate(daysSinceEpoch: block * BlockBootstrap.span).adding(days: -ahead)
                let known = results.lazy.map(\.result).filter { $0.outlook.target <= asked }
                let fit = start == .fit ? ForecastModel(known, bounds: bounds) : nil
                return members.compactMap { station, result -> ModelTrial? in
                    let outlook = result.outlook
                    guard let followed = outlook.followed, start == .newestValue || fit != nil
                    else { return nil }
                    return ModelTrial(
                        station: station, day: outlook.target, daysAhead: ahead,
                        plain: max(fit?.logarithm(of: outlook) ?? outlook.newest, 0), followed: followed)
                }
            }
        }
    }
}
