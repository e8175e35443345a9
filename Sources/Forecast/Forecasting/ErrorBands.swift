import Observations

/// The errors of predictions, by the height of the prediction.
struct ErrorBands: Sendable {
    /// The smallest number of results in a band, so that a tenth of it is several results.
    ///
    /// With more, the few results of ragweed were one band or two, and their intervals too narrow.
    private static let leastCount = 40
    private static let mostBands = 10

    /// Each band's highest prediction, and the errors below and above which a tenth of its results lie.
    private let bands: [(upTo: Double, low: Double, high: Double)]

    /// Learns from at least one prediction and its outcome.
    ///
    /// The predictions should be of fits that the outcomes did not teach, or the errors are too small.
    init(predictions: [Double], found: [Double]) {
        let results = zip(predictions, found).sorted { $0.0 < $1.0 }
        let count = min(max(results.count / Self.leastCount, 1), Self.mostBands)
        bands = (0..<count).map { band in
            let members = results[results.count * band / count..<results.count * (band + 1) / count]
            let errors = members.map { $0.1 - $0.0 }.sorted()
            let (low, high) = Self.tails(of: errors)
            return (upTo: members.last?.0 ?? 0, low: low, high: high)
        }
    }

    /// The interval around a prediction.
    func interval(around prediction: Double) -> ClosedRange<Double> {
        guard let band = bands.first(where: { prediction <= $0.upTo }) ?? bands.last
        else { return prediction...prediction }
        return prediction + min(band.low, 0)...prediction + max(band.high, 0)
    }

    /// The numbers between which a further one of the same kind lies with the probability of the interval.
    ///
    /// They are interpolated between ranks (n + 1) · tail and (n + 1) · (1 − tail) among n sorted numbers:
    /// n numbers leave n + 1 gaps, each as probable as another, however few they are (Weibull's plotting
    /// positions; split conformal prediction: Lei et al. 2018, doi 10.1080/01621459.2017.1307116).
    private static func tails(of sorted: [Double]) -> (low: Double, high: Double) {
        let tail = (1 - ForecastInterval.probability) / 2
        return (number(ofRank: tail, among: sorted), number(ofRank: 1 - tail, among: sorted))
    }

    private static func number(ofRank share: Double, among sorted: [Double]) -> Double {
        let last = sorted.count - 1
        let place = min(max(share * Double(sorted.count + 1) - 1, 0), Double(last))
        let lower = Int(place)
        return sorted[lower] + (place - Double(lower)) * (sorted[min(lower + 1, last)] - sorted[lower])
    }
}
