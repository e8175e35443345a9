import Foundation
import Geography
import Observations
import Testing

@testable import Simulation

@Suite struct CorrelogramTests {
    /// The correlation of log10(x + 1) over the days on which either station counts something.
    private func correlation(_ left: [Double], _ right: [Double]) -> Double? {
        let pairs = zip(left, right).filter { $0 > 0 || $1 > 0 }.map { (log10($0 + 1), log10($1 + 1)) }
        guard pairs.count >= 30 else { return nil }
        let count = Double(pairs.count)
        let meanLeft = pairs.reduce(0) { $0 + $1.0 } / count
        let meanRight = pairs.reduce(0) { $0 + $1.1 } / count
        var (both, first, second) = (0.0, 0.0, 0.0)
        for (a, b) in pairs {
            both += (a - meanLeft) * (b - meanRight)
            first += (a - meanLeft) * (a - meanLeft)
            second += (b - meanRight) * (b - meanRight)
        }
        return both / (first * second).squareRoot()
    }

    /// The mean correlation of pairs of stations by distance, in bins of kilometres.
    private func correlogram(of allergen: String, bins: [Range<Double>]) throws -> [Double] {
        let stations = try Demonstration.stations().filter { ($0.altitude ?? 0) < 700 }
        let years = Demonstration.values(of: allergen, in: 2026, at: stations, seed: 1)
        var sums = bins.map { _ in (sum: 0.0, count: 0.0) }
        for (index, left) in stations.enumerated() {
            for right in stations[..<index] {
                let chord = UnitVector(left.position).squaredChord(to: UnitVector(right.position))
                let kilometres = Earth.distance(ofSquaredChord: chord) / 1_000
                guard let bin = bins.firstIndex(where: { $0.contains(kilometres) }),
                    let mine = years[left.id], let other = years[right.id],
                    let correlation = correlation(mine, other)
                else { continue }
                sums[bin].sum += correlation
                sums[bin].count += 1
            }
        }
        return sums.map { $0.sum / $0.count }
    }

    @Test(arguments: ["birch", "grass", "alder"])
    func `neighbours agree like the Swiss stations, and distant ones less`(allergen: String) throws {
        let bins: [Range<Double>] = [20..<100, 100..<250, 500..<700, 1_200..<1_800]
        let means = try correlogram(of: allergen, bins: bins)
        #expect(means == means.sorted(by: >), "\(means)")
        #expect((0.7...0.95).contains(means[0]), "\(means)")
        #expect(means[3] < means[0] - 0.15, "\(means)")
    }
}
