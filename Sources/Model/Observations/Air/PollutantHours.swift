package import Allergens
package import Foundation

/// What the nearest station measured of a pollutant in the last hours.
package struct PollutantHours: Hashable, Sendable {
    /// The hours of the longest mean, before the latest hour with a value.
    package static let span = 8
    /// The hours of the longest mean that must have values: three quarters, as the US EPA requires
    /// (40 CFR 50 Appendix U, section 3).
    package static let fewest = 6
    /// The age in hours at which a value is no longer the air of now: three, as in the NowCast of the US EPA
    /// (EPA-454/B-24-002, section III).
    package static let oldest = 3

    package let pollutant: Pollutant
    package let station: Station.ID
    /// The distance to the station in metres.
    package let distance: Double
    /// Micrograms per cubic metre by the end of their hour, in seconds since 1970.
    package let values: [Int64: Double]

    package init(pollutant: Pollutant, station: Station.ID, distance: Double, values: [Int64: Double]) {
        self.pollutant = pollutant
        self.station = station
        self.distance = distance
        self.values = values
    }

    /// The end of the latest hour with a value.
    package var latest: Date? {
        values.keys.max().map { Date(timeIntervalSince1970: Double($0)) }
    }

    /// The means of the latest hour, and of the eight hours up to it where enough of them have values.
    package var means: [PollutantMean] {
        guard let last = values.keys.max(), let value = values[last] else { return [] }
        let eight = (0..<Int64(Self.span)).compactMap { values[last - 3_600 * $0] }
        guard eight.count >= Self.fewest else { return [mean(value, over: .hour)] }
        return [
            mean(value, over: .hour), mean(eight.reduce(0, +) / Double(eight.count), over: .eightHours),
        ]
    }

    private func mean(_ value: Double, over period: AveragingPeriod) -> PollutantMean {
        PollutantMean(pollutant, value, .microgramsPerCubicMetre, over: period, in: .european)
    }
}
