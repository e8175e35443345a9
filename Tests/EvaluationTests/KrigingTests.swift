import Allergens
import Foundation
import Geography
import Observations
import Testing

@testable import Evaluation

@Suite struct OrdinaryKrigingTests {
    @Test func `between two stations the estimate is the mean of the logarithms`() throws {
        let samples = [sample("a", longitude: 0, 9), sample("b", longitude: 1, 999)]
        let middle = sample("m", longitude: 0.5, 0).position
        let value = try #require(OrdinaryKriging().concentration(at: middle, from: samples))
        #expect(abs(value - 99) < 1e-9)
    }

    @Test func `at a station the estimate is its reading`() {
        let samples = [sample("a", longitude: 0, 9), sample("b", longitude: 1, 999)]
        let value = OrdinaryKriging().concentration(at: samples[1].position, from: samples)
        #expect(value.map { abs($0 - 999) < 1e-9 } == true)
    }

    @Test func `a system of equations is solved`() throws {
        let solution = try #require(LinearSystem.solution(of: [[0, 2, 6], [4, 1, 7]]))
        #expect(solution == [1, 3])
        #expect(LinearSystem.solution(of: [[1, 2, 3], [2, 4, 6]]) == nil)
    }

    @Test func `uncorrelated stations are all nugget`() {
        let days = (0..<40).map { day in
            (0..<6).map { place in
                sample("s\(place)", longitude: Double(place), (day >> place) % 2 == 0 ? 0 : 99, day: day)
            }
        }
        #expect(Variogram(fittedTo: days.map(\.logarithms)).range <= 50_000)
    }
}

@Suite struct RegressionKrigingTests {
    /// Stations along the equator, each on a mountain of its own.
    private let altitudes = [300.0, 900, 450, 1_500, 600]

    private var byPosition: [Coordinate: Double] {
        Dictionary(
            uniqueKeysWithValues: altitudes.enumerated().map { (position(of: $0.offset), $0.element) })
    }

    private func position(of place: Int) -> Coordinate {
        sample("m", longitude: Double(place) / 2, 0).position
    }

    /// A day whose logarithms are a level plus a slope with altitude, and nothing else.
    private func day(_ day: Int, level: Double, slope: Double) -> [DayValue] {
        altitudes.enumerated().map { place, altitude in
            sample(
                "s\(place)", longitude: Double(place) / 2,
                pow(10, level + slope * (altitude - 1_500)) - 1, day: day)
        }
    }

    @Test func `values that altitude explains come out exactly`() throws {
        let method = RegressionKriging(altitudes: byPosition)
            .fitted(to: (0..<20).map { day(18_000 + $0, level: 1 + Double($0 % 3), slope: -0.0005) })
        let today = day(18_010, level: 2, slope: -0.0005)
        for (place, left) in today.enumerated() {
            var others = today
            others.remove(at: place)
            let value = try #require(method.concentration(at: left.position, from: others))
            #expect(abs(value - left.value) < 1e-6 * left.value)
            // The mean of the neighbours, at other altitudes, is far off.
            let kriged = try #require(OrdinaryKriging().concentration(at: left.position, from: others))
            #expect(abs(log10(kriged + 1) - log10(left.value + 1)) > 0.05)
        }
    }

    @Test func `the slope may reverse during the season`() throws {
        // So slight that the concentrations, which weight the days, are nearly equal.
        let slopes = (0..<41).map { -0.000_04 + 0.000_04 * Double($0 - 20) / 10 }
        let days = slopes.enumerated().map { day(18_000 + $0.offset, level: 2, slope: $0.element) }
        let trend = AltitudeTrend(fittedTo: days, altitudes: byPosition)
        for place in [10, 20, 30] {
            let slope = trend.slope(on: CivilDate(daysSinceEpoch: 18_000 + place))
            #expect(abs(slope - slopes[place]) < 1e-9)
        }
    }

    @Test func `without altitudes the result is ordinary kriging`() throws {
        let days = (0..<20).map { day(18_000 + $0, level: 2, slope: 0.0003) }
        let samples = [sample("a", longitude: 0, 9), sample("b", longitude: 1, 999)]
        let place = sample("m", longitude: 0.3, 0).position
        let regression = RegressionKriging(altitudes: [:]).fitted(to: days)
        let ordinary = OrdinaryKriging().fitted(to: days)
        #expect(
            regression.concentration(at: place, from: samples)
                == ordinary.concentration(at: place, from: samples))
    }
}
