import Foundation

/// The course of a season: a bell curve with a different width on each side of the peak.
struct SeasonCurve {
    /// The day of the year of the peak, counted from 1.
    let peak: Double
    private let rise: Double
    private let fall: Double

    /// Creates a course that is 5 % over on day `start` and 95 % over on day `end`.
    init(start: Double, peak: Double, end: Double) {
        precondition(start < peak && peak < end, "a season rises to its peak and falls from it")
        self.peak = peak
        // Each side's width depends on the other's, since both add up to the whole; a few rounds settle them.
        var rise = (peak - start) / 1.645
        var fall = (end - peak) / 1.645
        for _ in 0..<60 {
            let whole = rise + fall
            rise = (peak - start) / Self.deviation(beyond: 0.05 * whole / (2 * rise))
            fall = (end - peak) / Self.deviation(beyond: 0.05 * whole / (2 * fall))
        }
        self.rise = rise
        self.fall = fall
    }

    /// The share of the peak value, 0…1, at a number of days after the peak.
    func share(daysAfterPeak days: Double) -> Double {
        let width = days < 0 ? rise : fall
        return exp(-days * days / (2 * width * width))
    }

    /// The number of standard deviations above which the upper tail has a given probability.
    private static func deviation(beyond probability: Double) -> Double {
        // A much narrower side holds little of the whole; it is never made narrower than a tenth of its
        // dates.
        let bounded = min(max(probability, 1e-9), 0.45)
        var (low, high) = (0.0, 6.0)
        for _ in 0..<50 {
            let middle = (low + high) / 2
            if 0.5 * erfc(middle / 2.0.squareRoot()) > bounded { low = middle } else { high = middle }
        }
        return (low + high) / 2
    }
}
