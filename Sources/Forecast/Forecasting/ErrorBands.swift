import Observations

/// The errors of predictions, by the height of the prediction.
struct ErrorBands: Sendable {
    /// The smallest number of results in a band, so that a tenth of it is several results.
    private static let leastCount = 60
    private static let mostBands = 10

    /// Each band's highest prediction, and the errors below and above which a tenth of its results lie.
    private let bands: [(upTo: Double, low: Double, high: Double)]

    /// Learns from at least one prediction and its outcome.
    init(predictions: [Double], found: [Double]) {
        let results = zip(predictions, found).sorted { $0.0 < $1.0 }
        let count = min(max(results.count / Self.leastCount, 1), Self.mostBands)
        bands = (0..<count).map { band in
            let members = results[results.count * band / count..<results.count * (band + 1) / count]
            let errors = members.map { $0.1 - $0.0 }.sorted()
            return (
                upTo: members.last?.0 ?? 0,
                low: Self.quantile((1 - ForecastInterval.probability) / 2, of: errors),
                high: Self.quantile((1 + ForecastInterval.probability) / 2, of: errors)
            )
        }
    }

    /// The interval around a prediction.
    func interval(around prediction: Double) -> ClosedRange<Double> {
        guard let band = bands.first(where: { prediction <= $0.upTo }) ?? bands.last
        else { return prediction...prediction }
        return prediction + min(band.low, 0)...prediction + max(band.high, 0)
    }

    /// A quantile, interpolated between the two nearest of sorted numbers.
    private static func quantile(_ share: Double, of sorted: [Double]) -> Double {
        guard let last = sorted.indices.last else { return 0 }
        let place = share * Double(last)
        let lower = Int(place)
        let upper = min(lower + 1, last)
        return sorted[lower] + (place - Double(lower)) * (sorted[upper] - sorted[lower])
    }
}
