import Allergens
import ArgumentParser
import Evaluation
import Forecasting
import Observations
import Server

/// The command `evaluate --forecast --model`.
extension Evaluate {
    private struct ModelRow: Encodable {
        let allergen: String
        let forecast: String
        let ahead: Int
        let count: Int
        let strong: Int
        let mae: Double?
        let maeLog: Double?
        let csi: Double?
        /// The ends of the 95 % interval of `maeLog`.
        let maeLogRange: [Double]?
        /// The ends of the 95 % interval of `csi`.
        let csiRange: [Double]?
        /// How the forecast with the model differs from the one without.
        let against: [EvaluatedComparison]

        init(
            _ allergen: Allergen, _ forecast: String, ahead: Int, _ days: [JudgedDay], bounds: LevelBounds,
            against: [EvaluatedComparison] = []
        ) {
            let (score, ranges) = (Score(days, bounds: bounds), ScoreRanges(days, bounds: bounds))
            self.allergen = allergen.id.rawValue
            self.forecast = forecast
            self.ahead = ahead
            count = score.count
            strong = score.strong
            mae = score.meanError
            maeLog = score.meanLogError
            csi = score.successIndex
            maeLogRange = ranges.logError?.ends
            csiRange = ranges.successIndex?.ends
            self.against = against
        }
    }

    /// Judges what the store has noted of forecasts with and without a numerical model.
    func judgeModel(in days: ClosedRange<CivilDate>, of network: Network) async throws {
        try checkAhead()
        var rows: [ModelRow] = []
        for allergen in network.taxonomy.allergens where allergen.isForecast {
            guard self.allergen ?? allergen.id.rawValue == allergen.id.rawValue,
                let bounds = Scale.standard(for: allergen)?.bounds
            else { continue }
            let trials = try await network.store.modelTrials(
                of: allergen.id, since: CivilDate.accepted.lowerBound)
            guard let first = trials.first?.day, first <= days.upperBound else { continue }
            let found = try await network.store.series(of: allergen.id, in: first...days.upperBound)
            let evaluation = ModelTrialEvaluation(trials, ahead: ahead, found: found, in: days)
            if !evaluation.with.isEmpty { rows += judged(allergen, evaluation, bounds: bounds) }
        }
        if json { return try Output.json(rows) }
        if rows.isEmpty { return print("no data: no forecast was noted beside a numerical model") }
        Self.printTable(rows)
    }

    private func judged(
        _ allergen: Allergen, _ evaluation: ModelTrialEvaluation, bounds: LevelBounds
    ) -> [ModelRow] {
        let without = "without the model"
        let comparison = Comparison(evaluation.with, with: evaluation.without, bounds: bounds)
        return [
            ModelRow(allergen, without, ahead: ahead, evaluation.without, bounds: bounds),
            ModelRow(
                allergen, "with the model", ahead: ahead, evaluation.with, bounds: bounds,
                against: [EvaluatedComparison(with: without, comparison)]),
        ]
    }

    /// Prints Markdown tables, which are also readable as text.
    private static func printTable(_ rows: [ModelRow]) {
        print("| allergen | days ahead | forecast | n | strong | MAE | MAE log | CSI |")
        print("|---|---|---|---|---|---|---|---|")
        for row in rows {
            let cells =
                [row.allergen, "\(row.ahead)", row.forecast, "\(row.count)", "\(row.strong)"]
                + [text(row.mae, digits: 1), text(row.maeLog, row.maeLogRange), text(row.csi, row.csiRange)]
            print("| " + cells.joined(separator: " | ") + " |")
        }
        EvaluatedComparison.printTable(
            rows.map { ($0.allergen, $0.forecast, $0.against) }, head: "forecast")
    }
}
