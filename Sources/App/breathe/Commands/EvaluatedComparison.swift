import Evaluation

/// How a method differs from a simpler one, as `evaluate` prints it.
struct EvaluatedComparison: Encodable {
    /// A difference with its interval.
    struct Difference: Encodable {
        let value: Double
        /// The ends of the 95 % interval.
        let low: Double
        let high: Double
        let verdict: String

        init?(_ difference: Comparison.Difference?) {
            guard let difference else { return nil }
            value = difference.value
            low = difference.range.lowerBound
            high = difference.range.upperBound
            verdict = difference.verdict.rawValue
        }

        /// The difference with its interval and its verdict as two cells of a table.
        static func cells(_ difference: Difference?) -> [String] {
            guard let difference else { return ["–", "–"] }
            let numbers = [difference.value, difference.low, difference.high].map(signed)
            return ["\(numbers[0]) [\(numbers[1]), \(numbers[2])]", difference.verdict]
        }

        private static func signed(_ number: Double) -> String {
            let text = Evaluate.text(abs(number), digits: 3)
            return (number < 0 ? "-" : "+") + text
        }
    }

    /// The simpler method.
    let method: String
    /// The number of station-days that both methods predicted.
    let count: Int
    /// Below 0 where the method errs less than the simpler one.
    let maeLog: Difference?
    /// Above 0 where the method finds high days better.
    let csi: Difference?

    init(with method: String, _ comparison: Comparison) {
        self.method = method
        count = comparison.count
        maeLog = Difference(comparison.logError)
        csi = Difference(comparison.successIndex)
    }

    /// Prints a table of comparisons, each with its allergen and the name of the compared method.
    ///
    /// `head` stands above the names of the compared methods.
    static func printTable(
        _ rows: [(allergen: String, method: String, against: [EvaluatedComparison])], head: String = "method"
    ) {
        guard rows.contains(where: { !$0.against.isEmpty }) else { return }
        print("\nDifferences on common station-days, with 95 % intervals by blocks of ten days:\n")
        print("| allergen | \(head) | compared with | n | MAE log | | CSI | |")
        print("|---|---|---|---|---|---|---|---|")
        for (allergen, method, against) in rows {
            for one in against {
                let cells =
                    [allergen, method, one.method, "\(one.count)"] + Difference.cells(one.maeLog)
                    + Difference.cells(one.csi)
                print("| " + cells.joined(separator: " | ") + " |")
            }
        }
    }
}

extension Evaluate {
    /// A figure with its interval: `0.330 [0.301, 0.361]`.
    static func text(_ number: Double?, _ range: [Double]?) -> String {
        guard let range else { return text(number, digits: 3) }
        return "\(text(number, digits: 3)) [\(range.map { text($0, digits: 3) }.joined(separator: ", "))]"
    }
}

extension ClosedRange<Double> {
    /// The two ends, as JSON gives them.
    var ends: [Double] { [lowerBound, upperBound] }
}
