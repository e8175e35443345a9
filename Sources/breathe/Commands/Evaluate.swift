import Allergens
import ArgumentParser
import Evaluation
import Foundation
import Server
import Storage

struct Evaluate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Tell how far the map can be trusted between stations.",
        discussion: """
            Leaves out one station after the other, asks the rest what it would have measured, and compares; \
            beside the map the plain methods. Judged are the days on which the network's mean over fifteen days \
            is 1 or more. MAE log is the mean absolute error of log10(x + 1); POD, FAR and CSI are for the high \
            class and above; unknown are station-days without another station in reach.
            """)

    @Option(help: "One allergen (default: all that have readings).") var allergen: String?
    @Option(help: "The first day as YYYY-MM-DD.") var from: String?
    @Option(help: "The last day as YYYY-MM-DD.") var to: String?
    @Flag(help: "Write the table as JSON.") var json = false
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
    }

    func run() async throws {
        let network = try common.network()
        let first = try from.map(Day.parsed) ?? CivilDate.accepted.lowerBound
        let last = try to.map(Day.parsed) ?? CivilDate.accepted.upperBound
        guard first <= last else { throw ValidationError("--from is after --to") }
        if let allergen, network.taxonomy[Allergen.ID(rawValue: allergen)] == nil {
            throw ValidationError("there is no allergen \(allergen)")
        }
        let samples = try await samples(in: first...last, of: network)
        var rows: [Row] = []
        for allergen in network.taxonomy.allergens {
            guard let values = samples[allergen.id], let scale = Scale.standard(for: allergen)
            else { continue }
            rows += Self.rows(allergen, values, bounds: scale.bounds)
        }
        if json { return try Output.json(rows) }
        if rows.isEmpty { return print("no data: no station has readings on such days") }
        Self.printTable(rows)
    }

    private func samples(
        in days: ClosedRange<CivilDate>, of network: Network
    ) async throws -> [Allergen.ID: [DayValue]] {
        let stations = Dictionary(
            uniqueKeysWithValues: try await network.archive.stations().map { ($0.id, $0) })
        var samples: [Allergen.ID: [DayValue]] = [:]
        let wanted = allergen.map(Allergen.ID.init(rawValue:))
        try network.archive.forEachReading { id, reading in
            guard days.contains(reading.day), wanted ?? reading.allergen == reading.allergen,
                let station = stations[id]
            else { return }
            samples[reading.allergen, default: []].append(
                DayValue(
                    station: id, position: station.position, allergen: reading.allergen, day: reading.day,
                    value: reading.value, basis: station.isSimulated ? .simulated : .measured))
        }
        return samples
    }

    private static func rows(_ allergen: Allergen, _ values: [DayValue], bounds: LevelBounds) -> [Row] {
        let evaluation = Evaluation(values, bounds: bounds)
        guard !evaluation.isEmpty else { return [] }
        return Evaluation.methods(for: allergen, bounds: bounds).map { method in
            let score = evaluation.score(of: method)
            return Row(
                allergen: allergen.id.rawValue, method: method.name, count: score.count,
                strong: score.strong, unknown: score.unknown, mae: score.meanError,
                maeLog: score.meanLogError, exactClass: score.exactClass, pod: score.detected,
                far: score.falseAlarmRatio, csi: score.successIndex)
        }
    }

    /// A Markdown table, which reads as well as text.
    private static func printTable(_ rows: [Row]) {
        print("| allergen | method | n | strong | unknown | MAE | MAE log | exact class | POD | FAR | CSI |")
        print("|---|---|---|---|---|---|---|---|---|---|---|")
        for row in rows {
            let shares = [row.maeLog, row.exactClass, row.pod, row.far, row.csi].map { text($0, digits: 3) }
            let cells =
                [row.allergen, row.method, "\(row.count)", "\(row.strong)", "\(row.unknown)"]
                + [text(row.mae, digits: 1)] + shares
            print("| " + cells.joined(separator: " | ") + " |")
        }
    }

    private static func text(_ number: Double?, digits: Int) -> String {
        guard let number else { return "–" }
        return String(format: "%.\(digits)f", number)
    }
}
