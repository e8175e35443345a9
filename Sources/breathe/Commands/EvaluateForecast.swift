import Allergens
import ArgumentParser
import Evaluation
import Forecasting
import Server
import Storage

/// `evaluate --forecast`.
extension Evaluate {
    private struct ForecastRow: Encodable {
        let allergen: String
        let method: String
        let ahead: Int
        let from: String
        let to: String
        let count: Int
        let strong: Int
        /// Days for which the method knew nothing.
        let unknown: Int
        let mae: Double?
        let maeLog: Double?
        let exactClass: Double?
        let pod: Double?
        let far: Double?
        let csi: Double?
        /// The share of days within the method's interval.
        let inRange: Double?

        init(
            _ allergen: Allergen, _ method: any Forecaster, _ score: Score, ahead: Int,
            days: ClosedRange<CivilDate>
        ) {
            self.allergen = allergen.id.rawValue
            self.method = method.name
            self.ahead = ahead
            from = days.lowerBound.description
            to = days.upperBound.description
            count = score.count
            strong = score.strong
            unknown = score.unknown
            mae = score.meanError
            maeLog = score.meanLogError
            exactClass = score.exactClass
            pod = score.detected
            far = score.falseAlarmRatio
            csi = score.successIndex
            inRange = score.coverage
        }
    }

    /// The days that are judged unless others are asked for, up to an allergen's last reading.
    private static let year = 365

    func judgeForecasts(in days: ClosedRange<CivilDate>, of network: Network) async throws {
        guard (1...Outlook.mostDaysAhead).contains(ahead) else {
            throw ValidationError("--ahead is 1 to \(Outlook.mostDaysAhead)")
        }
        var rows: [ForecastRow] = []
        for allergen in network.taxonomy.allergens where allergen.isForecast {
            guard self.allergen ?? allergen.id.rawValue == allergen.id.rawValue,
                let bounds = Scale.standard(for: allergen)?.bounds
            else { continue }
            rows += try await self.rows(of: allergen, bounds: bounds, in: days, from: network.archive)
        }
        if json { return try Output.json(rows) }
        if rows.isEmpty {
            return print(
                "no data: no station has readings of such days and of the same days in an earlier year")
        }
        Self.printTable(rows)
    }

    private func rows(
        of allergen: Allergen, bounds: LevelBounds, in days: ClosedRange<CivilDate>, from archive: Archive
    ) async throws -> [ForecastRow] {
        let series = try await archive.series(
            of: allergen.id, in: CivilDate.accepted.lowerBound...days.upperBound)
        guard let last = series.values.compactMap(\.span?.upperBound).max() else { return [] }
        let first = from == nil ? last.adding(days: 1 - Self.year) : days.lowerBound
        guard first <= last else { return [] }
        let evaluation = ForecastEvaluation(
            series.sorted { $0.key < $1.key }.map(\.value), bounds: bounds, days: first...last, ahead: ahead)
        guard !evaluation.isEmpty else { return [] }
        return ForecastEvaluation.methods.map { method in
            ForecastRow(
                allergen, method, evaluation.score(of: method), ahead: ahead, days: first...last)
        }
    }

    /// A Markdown table, which reads as well as text.
    private static func printTable(_ rows: [ForecastRow]) {
        print(
            "| allergen | days | method | n | strong | unknown | MAE | MAE log | POD | FAR | CSI | in range |"
        )
        print("|---|---|---|---|---|---|---|---|---|---|---|---|")
        for row in rows {
            let shares = [row.maeLog, row.pod, row.far, row.csi, row.inRange].map { text($0, digits: 3) }
            let cells =
                [row.allergen, "\(row.from)…\(row.to)", row.method, "\(row.count)", "\(row.strong)"]
                + ["\(row.unknown)", text(row.mae, digits: 1)] + shares
            print("| " + cells.joined(separator: " | ") + " |")
        }
    }
}
