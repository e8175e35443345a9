import Allergens
import ArgumentParser
import Evaluation
import Forecasting
import Observations
import Server

/// The command `evaluate --forecast`.
extension Evaluate {
    struct ForecastRow: Encodable {
        let allergen: String
        let method: String
        let ahead: Int
        let from: String
        let to: String
        /// The number of years combined in the row, or `nil` for a single span.
        let years: Int?
        let count: Int
        let strong: Int
        /// Days without a forecast from the method.
        let unknown: Int
        let mae: Double?
        let rmse: Double?
        let maeLog: Double?
        let exactClass: Double?
        let pod: Double?
        let far: Double?
        let csi: Double?
        /// The fraction of days within the method's interval.
        let inRange: Double?
        /// The ends of the 95 % interval of `maeLog`, in rows of all days.
        let maeLogRange: [Double]?
        /// The ends of the 95 % interval of `csi`, in rows of all days.
        let csiRange: [Double]?
        /// How the model differs from each simpler method, in its row of all days.
        let against: [EvaluatedComparison]

        init(
            _ allergen: Allergen, _ method: any Forecaster, _ score: Score, ahead: Int,
            days: ClosedRange<CivilDate>, years: Int? = nil, ranges: ScoreRanges? = nil,
            against: [EvaluatedComparison] = []
        ) {
            self.allergen = allergen.id.rawValue
            self.method = method.name
            self.ahead = ahead
            from = days.lowerBound.description
            to = days.upperBound.description
            self.years = years
            count = score.count
            strong = score.strong
            unknown = score.unknown
            mae = score.meanError
            rmse = score.rootMeanSquaredError
            maeLog = score.meanLogError
            exactClass = score.exactClass
            pod = score.detected
            far = score.falseAlarmRatio
            csi = score.successIndex
            inRange = score.coverage
            maeLogRange = ranges?.logError?.ends
            csiRange = ranges?.successIndex?.ends
            self.against = against
        }
    }

    /// The default number of judged days, up to an allergen's last reading.
    private static let year = 365

    func checkAhead() throws {
        guard (1...Outlook.mostDaysAhead).contains(ahead) else {
            throw ValidationError("--ahead must be in 1…\(Outlook.mostDaysAhead)")
        }
    }

    func judgeForecasts(in days: ClosedRange<CivilDate>, of network: Network) async throws {
        try checkAhead()
        let stations = try await network.store.stations()
        var judged: [JudgedAllergen] = []
        for allergen in network.taxonomy.allergens where allergen.isForecast {
            guard self.allergen ?? allergen.id.rawValue == allergen.id.rawValue,
                let bounds = Scale.standard(for: allergen)?.bounds
            else { continue }
            let found = try await network.store.series(
                of: allergen.id, in: CivilDate.accepted.lowerBound...days.upperBound)
            let real = found.filter { id, _ in !stations.contains { $0.id == id && $0.isSimulated } }
            let series = real.isEmpty ? found : real
            let measured =
                weather
                ? try await network.store.measuredWeather(
                    around: stations.filter { series[$0.id] != nil }, in: CivilDate.accepted) : [:]
            judged += self.judged(allergen, bounds: bounds, series, weather: measured, in: days)
        }
        if json { return try Output.json(judged.flatMap { $0.rows(ahead: ahead, eachYear: eachYear) }) }
        if judged.isEmpty {
            return print(
                "no data: no station has readings on such days and on the same days of an earlier year")
        }
        let rows = judged.flatMap { $0.rows(ahead: ahead, eachYear: eachYear) }
        Self.printTable(rows)
        EvaluatedComparison.printTable(rows.map { ($0.allergen, $0.method, $0.against) })
        if eachYear { for one in judged { one.printComparison() } }
    }

    private func judged(
        _ allergen: Allergen, bounds: LevelBounds, _ series: [Station.ID: DailySeries],
        weather measured: [Station.ID: StationWeather], in days: ClosedRange<CivilDate>
    ) -> [JudgedAllergen] {
        let spans = series.values.compactMap(\.span)
        guard let earliest = spans.map(\.lowerBound).min(), let last = spans.map(\.upperBound).max()
        else { return [] }
        let usual = eachYear ? earliest : last.adding(days: 1 - Self.year)
        let first = max(from == nil ? usual : days.lowerBound, ForecastPrior.firstUnknownDay)
        guard first <= last else { return [] }
        let stations = series.keys.sorted()
        func evaluation(knowing knowledge: WeatherKnowledge) -> ForecastEvaluation {
            ForecastEvaluation(
                stations.compactMap { series[$0] }, weather: stations.map { measured[$0] },
                knowing: knowledge, bounds: bounds, days: first...last, ahead: ahead)
        }
        let plain = evaluation(knowing: .none)
        guard !plain.isEmpty else { return [] }
        var judged = ForecastEvaluation.methods.map { ($0, plain.judged(by: $0)) }
        if !measured.isEmpty {
            for knowledge in [WeatherKnowledge.forecast, .perfect] {
                let model = ForecastEvaluation.model(knowing: knowledge)
                judged.append((model, evaluation(knowing: knowledge).judged(by: model)))
            }
        }
        return [JudgedAllergen(allergen: allergen, bounds: bounds, days: first...last, judged: judged)]
    }

    /// Prints a Markdown table, which is also readable as text.
    private static func printTable(_ rows: [ForecastRow]) {
        print(
            "| allergen | days | method | n | strong | unknown | MAE | RMSE | MAE log | POD | FAR | CSI | in range |"
        )
        print("|---|---|---|---|---|---|---|---|---|---|---|---|---|")
        for row in rows {
            let shares =
                [text(row.maeLog, row.maeLogRange)] + [row.pod, row.far].map { text($0, digits: 3) }
                + [text(row.csi, row.csiRange), text(row.inRange, digits: 3)]
            let cells =
                [row.allergen, "\(row.from)…\(row.to)", row.method, "\(row.count)", "\(row.strong)"]
                + ["\(row.unknown)", text(row.mae, digits: 1), text(row.rmse, digits: 1)] + shares
            print("| " + cells.joined(separator: " | ") + " |")
        }
    }
}
