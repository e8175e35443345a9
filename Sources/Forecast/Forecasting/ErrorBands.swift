/// The errors of predictions, by the height of the prediction.
struct ErrorBands {
    /// The smallest number of results in a band, so that a tenth of it is several results.
    ///
    /// With more, the few results of ragweed were one band or two, and their intervals too narrow.
    private static let leastCount = 40
    private static let mostBands = 10

    /// Each band's highest prediction, and its errors in order.
    private let bands: [(upTo: Double, errors: [Double])]

    /// Learns from at least one prediction and its outcome.
    ///
    /// The predictions should be of fits that the outcomes did not teach, or the errors are too small.
    init(predictions: [Double], found: [Double]) {
        let results = zip(predictions, found).sorted { $0.0 < $1.0 }
        let count = min(max(results.count / Self.leastCount, 1), Self.mostBands)
        bands = (0..<count).map { band in
            let members = results[results.count * band / count..<results.count * (band + 1) / count]
            return (upTo: members.last?.0 ?? 0, errors: members.map { $0.1 - $0.0 }.sorted())
        }
    }

    /// The intervals that leave out a share of the results on either side.
    ///
    /// Their ends are interpolated between ranks (n + 1) · tail and (n + 1) · (1 − tail) among n sorted
    /// errors: n numbers leave n + 1 gaps, each as probable as another, however few they are (Weibull's
    /// plotting positions; split conformal prediction: Lei et al. 2018, doi 10.1080/01621459.2017.1307116).
    func intervals(leavingOut tail: Double) -> ErrorIntervals {
        ErrorIntervals(
            bands: bands.map { band in
                (
                    upTo: band.upTo, low: Self.number(ofRank: tail, among: band.errors),
                    high: Self.number(ofRank: 1 - tail, among: band.errors)
                )
            })
    }

    private static func number(ofRank share: Double, among sorted: [Double]) -> Double {
        let last = sorted.count - 1
        let place = min(max(share * Double(sorted.count + 1) - 1, 0), Double(last))
        let lower = Int(place)
        return sorted[lower] + (place - Double(lower)) * (sorted[min(lower + 1, last)] - sorted[lower])
    }
}

/// Intervals around predictions, by the height of the prediction.
struct ErrorIntervals: Sendable {
    /// Each band's highest prediction, and the lowest and the highest error within the interval.
    fileprivate let bands: [(upTo: Double, low: Double, high: Double)]

    /// The interval around a prediction.
    func interval(around prediction: Double) -> ClosedRange<Double> {
        guard let band = bands.first(where: { prediction <= $0.upTo }) ?? bands.last
        else { return prediction...prediction }
        return prediction + min(band.low, 0)...prediction + max(band.high, 0)
    }
}
