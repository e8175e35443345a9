import Allergens
import ArgumentParser
import Evaluation
import Forecasting
import Foundation
import Geography
import HTTP
import Maps
import Observations
import Server
import Synchronization

struct Evaluate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measure the accuracy of the map between stations, or of the forecast.",
        discussion: """
            Leaves out each station in turn, estimates its values from the others, and compares them with \
            its readings. The map is compared with simpler methods. Only days on which the network's mean \
            over fifteen days is 1 or more count. MAE log is the mean absolute error of log10(x + 1). POD, \
            FAR and CSI are for the high class and above. Unknown are station-days without another station \
            in reach. Regression kriging knows the altitude of the place, which the map does not; with a \
            table of altitudes the map stands there with terrain as well. Where the database \
            holds grids of a numerical model, inverse distance and the map stand there with the \
            model as well; how far they follow it is learned from every other ten days. Figures \
            in brackets are 95 % intervals: blocks of ten days are drawn anew 2,000 times. A second table \
            compares methods on the station-days that both know; a difference whose interval holds 0 is \
            within chance, and no lead. If an \
            allergen has more than \(Evaluation.mostStationDays) station-days, only evenly spaced days are \
            judged, and a note says how many.

            With --nested, the numbers of the map (how far neighbours soften a station, and how far it rises \
            above the mean where they disagree) are chosen anew on other days than those that are judged: \
            each calendar year is held out in turn, or each half of the season where there is one year only. \
            Of a grid of 36, the rule that chose the map's own numbers chooses on all other days. The map \
            stands there with its fixed and with the chosen numbers, of stations alone, and a last table \
            says what was chosen for which days. Draws begin with the seed \(NestedEvaluation.seed).

            With --forecast, evaluates the forecast of pollen and spores for the next day: the model that is \
            used where a station gives no forecast, compared with persistence, climatology and damped \
            anomaly. The year judged is the one up to an allergen's last reading, or the span from --from to \
            --to. Only days on which a grain or more is usual in earlier years count. Each forecast only \
            uses what was known on the day it was made, and a prior learned from the years before 1986, \
            which are not judged. In range is the share of days within the model's interval; its nominal \
            share is \(Int(100 * ForecastInterval.probability)) %. With --each-year, every calendar year of \
            the history is held back in turn, and the output says in how many of them the model did better. \
            Simulated stations are judged only for allergens that no other station has.

            With --weather, the model is judged with the weather too, where a station of the weather within \
            \(Int(WeatherRules.reach / 1_000)) km measured it day by day: once with the weather of the coming \
            day as a forecast gives it (the measured one, disturbed with the seed \(WeatherChoice.seed)), and \
            once with the weather as it came, which no forecast reaches. Its terms were chosen on the years \
            \(WeatherChoice.years.lowerBound) to \(WeatherChoice.years.upperBound), which are no test of them.

            With --forecast --model, judges how much a numerical model helps the forecast, by what the \
            service noted when it made each forecast beside a grid. The days of each block of ten are judged \
            by the share of the model that earlier days had taught.
            """)

    @Option(help: "One allergen (default: all with readings).") var allergen: String?
    @Option(help: "The first day as YYYY-MM-DD.") var from: String?
    @Option(help: "The last day as YYYY-MM-DD.") var to: String?
    @Flag(help: "Evaluate the forecast for the next day instead of the map.") var forecast = false
    @Option(help: "With --forecast, the number of days ahead, 1 to \(Outlook.mostDaysAhead).") var ahead = 1
    @Flag(help: "With --forecast, hold back every year of the history in turn.") var eachYear =
        false
    @Flag(help: "With --forecast, judge the model also with forecast and with perfect weather.") var weather =
        false
    @Flag(help: "With --forecast, judge how much a numerical model has helped it.") var model = false
    @Flag(help: "Judge the map with its numbers chosen on other years or the other half of the season.")
    var nested = false
    @Flag(help: "Print the table as JSON.") var json = false
    @OptionGroup var common: CommonOptions

    private struct Row: Encodable {
        let allergen: String
        let method: String
        let count: Int
        let strong: Int
        let unknown: Int
        let mae: Double?
        let maeLog: Double?
        let exactClass: Double?
        let pod: Double?
        let far: Double?
        let csi: Double?
        /// The ends of the 95 % interval of `maeLog`.
        let maeLogRange: [Double]?
        /// The ends of the 95 % interval of `csi`.
        let csiRange: [Double]?
        /// For each of our own methods, how it differs from each method in the rows before.
        let against: [EvaluatedComparison]
        /// 1 if every day of the season was judged, 3 if every third was.
        let everyDays: Int
    }

    func run() async throws {
        let network = try await common.network()
        let first = try from.map(Day.parsed) ?? CivilDate.accepted.lowerBound
        let last = try to.map(Day.parsed) ?? CivilDate.accepted.upperBound
        guard first <= last else { throw ValidationError("--from is after --to") }
        if let allergen, network.taxonomy[Allergen.ID(rawValue: allergen)] == nil {
            throw ValidationError("there is no allergen \(allergen)")
        }
        if forecast, nested { throw ValidationError("--nested is about the map, not the forecast") }
        if model, !forecast || weather || eachYear {
            throw ValidationError("--model is about the forecast, without --weather and --each-year")
        }
        if forecast, model { return try await judgeModel(in: first...last, of: network) }
        if forecast { return try await judgeForecasts(in: first...last, of: network) }
        let stations = try await network.store.stations()
        let samples = try await samples(in: first...last, of: stations, from: network)
        if nested { return try judgeNested(samples, of: network) }
        let altitudes = Dictionary(
            stations.compactMap { station in station.altitude.map { (station.position, $0) } },
            uniquingKeysWith: { first, _ in first })
        var rows: [Row] = []
        for allergen in network.taxonomy.allergens {
            guard let values = samples[allergen.id], let scale = Scale.standard(for: allergen)
            else { continue }
            let grids = try await Self.grids(of: allergen.id, in: first...last, from: network)
            rows += Self.rows(
                allergen, values, bounds: scale.bounds, altitudes: altitudes, grids: grids,
                terrain: network.terrain)
        }
        if json { return try Output.json(rows) }
        if rows.isEmpty { return print("no data: no station has readings on such days") }
        Self.printTables(rows)
    }

    private func samples(
        in days: ClosedRange<CivilDate>, of stations: [Station], from network: Network
    ) async throws -> [Allergen.ID: [DayValue]] {
        let stations = Dictionary(uniqueKeysWithValues: stations.map { ($0.id, $0) })
        let samples = Mutex<[Allergen.ID: [DayValue]]>([:])
        let wanted = allergen.map(Allergen.ID.init(rawValue:))
        try await network.store.forEachReading { id, reading in
            guard reading.quality.counts, days.contains(reading.day),
                wanted ?? reading.allergen == reading.allergen,
                let station = stations[id]
            else { return }
            let value = DayValue(
                station: id, position: station.position, altitude: station.altitude,
                allergen: reading.allergen, day: reading.day,
                value: reading.value, basis: station.isSimulated ? .simulated : .measured)
            samples.withLock { $0[reading.allergen, default: []].append(value) }
        }
        return samples.withLock(\.self)
    }

    /// The grids of numerical models that the database holds for an allergen.
    private static func grids(
        of allergen: Allergen.ID, in days: ClosedRange<CivilDate>, from network: Network
    ) async throws -> [CivilDate: ModelGrid] {
        var grids: [CivilDate: ModelGrid] = [:]
        for day in try await network.store.gridDays(of: allergen, in: days) {
            grids[day] = try await network.store.modelGrid(of: allergen, on: day)
        }
        return grids
    }

    private static func rows(
        _ allergen: Allergen, _ values: [DayValue], bounds: LevelBounds, altitudes: [Coordinate: Double],
        grids: [CivilDate: ModelGrid], terrain: Terrain?
    ) -> [Row] {
        let evaluation = Evaluation(values, bounds: bounds)
        guard !evaluation.isEmpty else { return [] }
        let methods = Evaluation.methods(
            for: allergen, bounds: bounds, altitudes: altitudes, grids: grids, terrain: terrain)
        let judged = methods.map { (method: $0, days: evaluation.judged(by: $0)) }
        return judged.enumerated().map { place, own in
            let score = Score(own.days, bounds: bounds)
            let ranges = ScoreRanges(own.days, bounds: bounds)
            let simpler = own.method is MapField ? judged.prefix(place) : []
            return Row(
                allergen: allergen.id.rawValue, method: own.method.name, count: score.count,
                strong: score.strong, unknown: score.unknown, mae: score.meanError,
                maeLog: score.meanLogError, exactClass: score.exactClass, pod: score.detected,
                far: score.falseAlarmRatio, csi: score.successIndex, maeLogRange: ranges.logError?.ends,
                csiRange: ranges.successIndex?.ends,
                against: simpler.map {
                    EvaluatedComparison(
                        with: $0.method.name, Comparison(own.days, with: $0.days, bounds: bounds))
                },
                everyDays: evaluation.stride)
        }
    }

    /// Prints Markdown tables, which are also readable as text.
    private static func printTables(_ rows: [Row]) {
        print("| allergen | method | n | strong | unknown | MAE | MAE log | exact class | POD | FAR | CSI |")
        print("|---|---|---|---|---|---|---|---|---|---|---|")
        for row in rows {
            let shares = [row.exactClass, row.pod, row.far].map { text($0, digits: 3) }
            let cells =
                [row.allergen, row.method, "\(row.count)", "\(row.strong)", "\(row.unknown)"]
                + [text(row.mae, digits: 1), text(row.maeLog, row.maeLogRange)] + shares
                + [text(row.csi, row.csiRange)]
            print("| " + cells.joined(separator: " | ") + " |")
        }
        EvaluatedComparison.printTable(rows.map { ($0.allergen, $0.method, $0.against) })
        printSampling(rows)
    }

    /// Names the allergens for which not every day was judged.
    private static func printSampling(_ rows: [Row]) {
        let strides = Dictionary(rows.map { ($0.allergen, $0.everyDays) }) { first, _ in first }
        for (allergen, stride) in strides.sorted(by: { $0.key < $1.key }) where stride > 1 {
            print("\n\(allergen): one day in \(stride) of the season is judged, evenly spaced.")
        }
    }

    static func text(_ number: Double?, digits: Int) -> String {
        guard let number else { return "–" }
        return String(format: "%.\(digits)f", number)
    }
}
