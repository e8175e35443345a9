import Allergens
import Evaluation
import Observations
import Server

/// The command `evaluate --nested`.
extension Evaluate {
    /// One method on all parts of an allergen's days.
    struct NestedRow: Encodable {
        let method: String
        let count: Int
        /// Station-days measured in the high class or above.
        let strong: Int
        /// Station-days without a prediction.
        let unknown: Int
        let maeLog: Double?
        let csi: Double?
        /// The ends of the 95 % interval of `maeLog`.
        let maeLogRange: [Double]?
        /// The ends of the 95 % interval of `csi`.
        let csiRange: [Double]?
        /// How the method differs from each of those before it; empty for inverse distance.
        let against: [EvaluatedComparison]
    }

    /// What was chosen for days that were held out.
    struct NestedPart: Encodable {
        /// Such as `2020` or `half 1`.
        let heldOut: String
        let from: String
        let to: String
        /// The number of station-days that chose.
        let chosenOn: Int
        /// In kilometres.
        let softening: Double
        let lift: Double

        init(_ part: NestedEvaluation.Part) {
            heldOut = part.isYear ? "\(part.number)" : "half \(part.number)"
            from = part.days.lowerBound.description
            to = part.days.upperBound.description
            chosenOn = part.chosenOn
            softening = part.softening / 1_000
            lift = part.lift
        }
    }

    /// The nested evaluation of one allergen.
    struct NestedAllergen: Encodable {
        let allergen: String
        let seed: UInt64
        let parts: [NestedPart]
        let methods: [NestedRow]
        /// 1 if every day of the season was judged, 3 if every third was.
        let everyDays: Int

        init(_ allergen: Allergen, _ nested: NestedEvaluation, bounds: LevelBounds) {
            self.allergen = allergen.id.rawValue
            seed = NestedEvaluation.seed
            parts = nested.parts.map(NestedPart.init)
            everyDays = nested.stride
            let judged: [(name: String, days: [JudgedDay])] = [
                ("inverse distance", nested.plain), ("inverse distance, log", nested.logarithms),
                ("the map, fixed numbers", nested.fixed), ("the map, numbers of other days", nested.nested),
            ]
            methods = judged.enumerated().map { place, own in
                let score = Score(own.days, bounds: bounds)
                let ranges = ScoreRanges(own.days, bounds: bounds)
                let before = place < 2 ? [] : judged.prefix(place)
                return NestedRow(
                    method: own.name, count: score.count, strong: score.strong, unknown: score.unknown,
                    maeLog: score.meanLogError, csi: score.successIndex, maeLogRange: ranges.logError?.ends,
                    csiRange: ranges.successIndex?.ends,
                    against: before.map {
                        EvaluatedComparison(
                            with: $0.name, Comparison(own.days, with: $0.days, bounds: bounds))
                    })
            }
        }
    }

    /// Judges the map of each allergen with numbers chosen on other days, and prints what came of it.
    func judgeNested(_ samples: [Allergen.ID: [DayValue]], of network: Network) throws {
        var judged: [NestedAllergen] = []
        for allergen in network.taxonomy.allergens {
            guard let values = samples[allergen.id], let bounds = Scale.standard(for: allergen)?.bounds,
                let nested = NestedEvaluation(values, of: allergen, bounds: bounds)
            else { continue }
            judged.append(NestedAllergen(allergen, nested, bounds: bounds))
        }
        if json { return try Output.json(judged) }
        if judged.isEmpty { return print("no data: no allergen has two parts of a season to choose on") }
        Self.printMethods(judged)
        EvaluatedComparison.printTable(
            judged.flatMap { one in
                one.methods.map { (allergen: one.allergen, method: $0.method, against: $0.against) }
            }, head: "map")
        Self.printParts(judged)
    }

    private static func printMethods(_ judged: [NestedAllergen]) {
        print("| allergen | map or mean | n | strong | unknown | MAE log | CSI |")
        print("|---|---|---|---|---|---|---|")
        for one in judged {
            for row in one.methods {
                let cells =
                    [one.allergen, row.method, "\(row.count)", "\(row.strong)", "\(row.unknown)"]
                    + [text(row.maeLog, row.maeLogRange), text(row.csi, row.csiRange)]
                print("| " + cells.joined(separator: " | ") + " |")
            }
        }
    }

    private static func printParts(_ judged: [NestedAllergen]) {
        print("\nNumbers chosen for the days that were held out (seed \(NestedEvaluation.seed)):\n")
        print("| allergen | held out | days | chosen on | softening, km | lift |")
        print("|---|---|---|---|---|---|")
        for one in judged {
            for part in one.parts {
                let cells =
                    [one.allergen, part.heldOut, "\(part.from)…\(part.to)", "\(part.chosenOn)"]
                    + [text(part.softening, digits: 0), text(part.lift, digits: 1)]
                print("| " + cells.joined(separator: " | ") + " |")
            }
        }
        for one in judged where one.everyDays > 1 {
            print("\n\(one.allergen): one day in \(one.everyDays) of the season is judged, evenly spaced.")
        }
    }
}
