import Allergens
import Foundation
import HealthMetrics
import SampleTesting
import SeededTesting
import Testing

@Suite struct MetricComparisonTests {
    /// A day for each value; the last one is today.
    private func days(_ values: [Double?], of kind: MetricKind = .restingHeartRate) -> [MetricDay] {
        values.enumerated().compactMap { place, value in
            let day = today.adding(days: place + 1 - values.count)
            return value.map { value in
                let metric = Metric(kind, value, time: day.startInUTC)
                return MetricDay(day, figures: [metric.series: MetricFigures(metric)])
            }
        }
    }

    /// 28 days from 58 to 66.
    private let usual: [Double] = (0..<28).map { Double(58 + $0 * 5 % 9) }

    private func unusual(_ values: [Double?], of kind: MetricKind = .restingHeartRate) -> MetricComparison? {
        MetricComparison.unusual(kind, on: days(values, of: kind), today: today)
    }

    @Test func `two days in a row unlike the past are told, to the same side`() throws {
        let found = try #require(unusual(usual + [80, 82]))
        #expect(found.value == 82 && found.isHigher)
        #expect((58...59).contains(found.usual.lowerBound) && (65...66).contains(found.usual.upperBound))
        #expect(unusual(usual + [40, 41])?.isHigher == false)
        #expect(unusual(usual + [62, 82]) == nil && unusual(usual + [82, 62]) == nil)
        #expect(unusual(usual + [82, 40]) == nil)
    }

    @Test func `nothing is said with too little past, and only of today`() {
        #expect(unusual(Array(usual.prefix(13)) + [80, 82]) == nil)
        #expect(unusual(Array(usual.prefix(14)) + [80, 82]) != nil)
        #expect(unusual(usual + [80, 82, nil]) == nil)
        #expect(unusual(usual + [80] + Array(repeating: nil, count: 8) + [82]) == nil)
    }

    @Test func `a past without any spread is no reason to speak of one beat`() {
        let same = [Double](repeating: 60, count: 28)
        #expect(unusual(same + [62, 62]) == nil && unusual(same + [64, 64]) != nil)
    }

    @Test func `weight, place and pressure are compared with nothing`() {
        for kind in [MetricKind.weight, .altitude, .airPressure, .systolicPressure, .inhalerUses] {
            #expect(unusual(usual.map { $0 } + [120, 121], of: kind) == nil)
        }
    }

    /// A person whose days come from one normal distribution: with 28 days of past, hardly any day is told.
    @Test func `somebody whose days are as usual is asked on fewer than one day in two hundred`() {
        var chance = SeededGenerator(seed: 11)
        func normal() -> Double {
            let (one, other) = (
                Double.random(in: 0.0001...1, using: &chance), Double.random(in: 0...1, using: &chance)
            )
            return 62 + 4 * (-2 * log(one)).squareRoot() * cos(2 * .pi * other)
        }
        let count = (0..<2_000).count { _ in unusual((0..<30).map { _ in normal() }) != nil }
        #expect(count < 10, "\(count) of 2000")
    }
}

@Suite struct MetricUnitTests {
    @Test(arguments: [
        (8.0, "L/s", MetricKind.peakFlow, 480.0), (98.6, "degF", .bodyTemperature, 37),
        (150, "lb", .weight, 68.038_855_5),
        (0.97, "%", .oxygenSaturation, 97), (97, "%", .oxygenSaturation, 97),
        (16, "kPa", .systolicPressure, 120.009_8),
        (760, "mmHg", .airPressure, 1_013.249_9), (29.92, "inHg", .airPressure, 1_013.207_5),
        (1_000, "ft", .altitude, 304.8), (72, "count/min", .heartRate, 72), (2, "count", .inhalerUses, 2),
    ])
    func `a value in another unit is converted`(
        value: Double, unit: String, kind: MetricKind, expected: Double
    ) throws {
        let found = try #require(MetricUnit.value(value, in: unit, of: kind))
        #expect(abs(found - expected) < 1e-3, "\(found)")
    }

    @Test func `a unit of something else is refused`() {
        #expect(MetricUnit.value(1, in: "kg", of: .heartRate) == nil)
        #expect(MetricUnit.value(1, in: "furlong", of: .altitude) == nil)
        #expect(MetricUnit.value(1, in: nil, of: .altitude) == 1)
    }
}
