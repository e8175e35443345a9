import Allergens
import Foundation
import Testing

@testable import Evaluation

@Suite struct EvaluationTests {
    private let three = [
        sample("a", longitude: 0, 100), sample("b", longitude: 1, 10), sample("c", longitude: 3, 1),
    ]

    @Test func `the nearest of three stations scores as calculated by hand`() throws {
        let score = Evaluation(three, bounds: birchBounds).score(of: NearestStation())
        // The prediction is 10 for a, 100 for b and 10 for c.
        #expect(score.count == 3)
        #expect(score.strong == 1)
        #expect(score.unknown == 0)
        #expect(score.meanError == 63)
        let logError = (2 * log10(101.0 / 11) + log10(11.0 / 2)) / 3
        #expect(abs(try #require(score.meanLogError) - logError) < 1e-12)
        #expect(score.exactClass == 1.0 / 3)
        #expect(score.detected == 0)
        #expect(score.falseAlarmRatio == 1)
        #expect(score.successIndex == 0)
    }

    @Test func `a prediction is rounded before it is scored`() throws {
        let score = Evaluation(three, bounds: birchBounds).score(of: InverseDistance(of: .concentrations))
        // The prediction is (10 + 1/9) / (1 + 1/9) = 9.1 for a, (100 + 1/4) / (1 + 1/4)
        // = 80.2 for b, and 37.7 for c.
        #expect(try #require(score.meanError) == (91 + 70 + 37) / 3.0)
        #expect(score.exactClass == 0)
    }

    @Test func `station-days out of reach are counted as unknown`() {
        let field = MapField(of: birch, bounds: birchBounds)
        let score = Evaluation(three, bounds: birchBounds).score(of: field)
        // c is 220 km from b.
        #expect(score.count == 2)
        #expect(score.unknown == 1)
    }

    @Test func `days out of season are not scored`() {
        let season = [0, 10, 30].map { day in sample("a", longitude: 0, day == 10 ? 9 : 0, day: 100 + day) }
        let neighbour = [0, 10, 30].map { day in sample("b", longitude: 1, 0, day: 100 + day) }
        // Days 100 and 130 have no neighbour within a week.
        let evaluation = Evaluation(season + neighbour, bounds: birchBounds)
        #expect(evaluation.score(of: NearestStation()).count == 2)
        #expect(Evaluation([], bounds: birchBounds).isEmpty)
    }

    @Test func `too many days are thinned out evenly, over both halves`() {
        let days = (0..<200).flatMap { day in
            [sample("a", longitude: 0, 10, day: day), sample("b", longitude: 1, 10, day: day)]
        }
        let all = Evaluation(days, bounds: birchBounds)
        #expect(all.stride == 1)
        #expect(all.score(of: NearestStation()).count == 400)
        // 400 station-days over 100 are four days in one; an odd stride reaches all spans of ten.
        let some = Evaluation(days, bounds: birchBounds, mostStationDays: 100)
        #expect(some.stride == 5)
        #expect(some.score(of: NearestStation()).count == 80)
    }
}
