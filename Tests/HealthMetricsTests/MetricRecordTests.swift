import Allergens
import Foundation
import HealthMetrics
import SampleTesting
import SeededTesting
import Testing

@Suite struct MetricRecordTests {
    private func metric(
        _ value: Double, _ kind: MetricKind = .heartRate, second: Double = 0, source: String = "watch"
    ) -> Metric {
        Metric(kind, value, time: noon.addingTimeInterval(second), source: source)
    }

    private var empty: MetricRecord { MetricRecord(MetricDay(today), hours: [:]) }

    @Test func `the figures of a day are those of its values, in whatever order they come`() throws {
        var chance = SeededGenerator(seed: 7)
        let metrics = (0..<200).map { metric(Double(50 + $0 * 37 % 90), second: Double($0)) }
        let values = metrics.map(\.value)
        for _ in 0..<5 {
            var record = empty
            for metric in metrics.shuffled(using: &chance) { try record.add(metric, in: 12) }
            let figures = try #require(record.day.figures(of: .heartRate))
            #expect(figures.count == 200 && figures.sum == values.reduce(0, +))
            #expect(figures.low == values.min() && figures.high == values.max())
            #expect(figures.last == values.last && figures.lastTime == metrics.last?.time)
            #expect(record.hours[12] == metrics)
        }
    }

    @Test func `a second value of a source for the same second is a duplicate`() throws {
        var record = empty
        try record.add(metric(60), in: 12)
        #expect(throws: MetricRefusal.duplicate) { try record.add(metric(61), in: 12) }
        try record.add(metric(60, source: "band"), in: 12)
        try record.add(metric(97, .oxygenSaturation), in: 12)
        #expect(record.day.figures(of: .heartRate)?.count == 2)
    }

    @Test func `counts of several sources are not added`() throws {
        var record = empty
        for (second, source) in [(0, "phone"), (5, "phone"), (0, "inhaler"), (5, "inhaler"), (9, "inhaler")] {
            try record.add(metric(1, .inhalerUses, second: Double(second), source: source), in: 12)
        }
        #expect(record.day.figures(of: .inhalerUses)?.sum == 3)
    }

    @Test func `a closed series takes nothing more, and others do`() throws {
        var day = MetricDay(today, figures: [metric(60).series: MetricFigures(metric(60))])
        day.close()
        var record = MetricRecord(day, hours: [:])
        #expect(throws: MetricRefusal.summarised) { try record.add(metric(61, second: 9), in: 12) }
        try record.add(metric(61, source: "band"), in: 12)
        #expect(record.day.figures(of: .heartRate)?.count == 2)
    }

    @Test func `figures of a whole day replace those of the same source, and not its values`() throws {
        var record = empty
        let series = MetricSeries(kind: .heartRate, source: "export")
        for mean in [60.0, 65] {
            let figures = MetricFigures(count: 10, mean: mean, range: 50...90, lastTime: noon)
            try record.put(figures, for: series)
        }
        #expect(record.day.figures(of: .heartRate)?.mean == 65)
        #expect(throws: MetricRefusal.summarised) { try record.add(metric(60, source: "export"), in: 12) }
        try record.add(metric(60), in: 12)
        let others = MetricFigures(count: 1, mean: 60, range: 60...60, lastTime: noon)
        #expect(throws: MetricRefusal.summarised) { try record.put(others, for: metric(60).series) }
    }

    @Test func `a value that is deleted leaves the figures of the others`() throws {
        var record = empty
        for (second, value) in [(0.0, 60.0), (5, 180), (9, 70)] {
            try record.add(metric(value, second: second), in: 12)
        }
        try record.add(metric(97, .oxygenSaturation), in: 12)
        let slip = noon.addingTimeInterval(5)
        let found = record.remove(.heartRate, at: slip)
        let again = record.remove(.heartRate, at: slip)
        #expect(found && !again)
        let figures = try #require(record.day.figures(of: .heartRate))
        #expect(figures.count == 2 && figures.high == 70 && figures.mean == 65)
        let kind = record.remove(.heartRate, at: nil)
        #expect(kind)
        #expect(record.day.figures(of: .heartRate) == nil && record.day.figures(of: .oxygenSaturation) != nil)
        let day = record.remove(nil, at: nil)
        let nothing = record.remove(nil, at: nil)
        #expect(day && !nothing && record.day.isEmpty)
    }
}

@Suite struct MetricIntakeTests {
    @Test func `each value is judged by itself`() {
        let later = noon.addingTimeInterval(3_600)
        let batch = MetricBatch([
            Metric(.heartRate, 60, time: noon),
            Metric(.heartRate, 60, time: later),
            Metric(.heartRate, 900, time: noon),
            Metric(.oxygenSaturation, 97, time: Date(timeIntervalSince1970: -3e9)),
            Metric(.heartRate, 60, time: noon.addingTimeInterval(0.4)),
        ])
        var intake = MetricIntake(batch, in: .gmt, at: noon)
        var record = MetricRecord(MetricDay(today), hours: [:])
        #expect(intake.days == [today: [12]])
        let isKept = intake.add(to: &record)
        #expect(isKept)
        #expect(intake.refusals.values == [1: .future, 2: .impossible, 3: .ancient, 4: .duplicate])
    }

    @Test func `days and hours are those where the person lives`() throws {
        let kathmandu = try #require(TimeZone(identifier: "Asia/Kathmandu"))
        let night = Metric(.heartRate, 60, time: noon.addingTimeInterval(6.5 * 3_600))
        #expect(
            MetricIntake(MetricBatch([night]), in: kathmandu, at: noon + 86_400).days == [
                today.adding(days: 1): [0]
            ])
    }

    @Test func `fresh values outside of the bounds are found, each side by its own`() {
        let bounds = MetricPlan.Bounds(low: 50, high: 120, words: "", isOn: true)
        func crossings(_ bounds: MetricPlan.Bounds, _ metrics: [Metric]) -> [MetricCrossing] {
            var intake = MetricIntake(MetricBatch(metrics), in: .gmt, at: noon)
            for day in intake.days.keys {
                var record = MetricRecord(MetricDay(day), hours: [:])
                _ = intake.add(to: &record)
            }
            intake.compare(with: MetricPlan(bounds: [.heartRate: bounds]))
            return intake.crossings
        }
        let values: [Double] = [49, 50, 120, 121]
        let metrics = values.enumerated().map { place, value in
            Metric(.heartRate, value, time: noon - Double(place))
        }
        #expect(crossings(bounds, metrics).map(\.value) == [49, 121])
        #expect(crossings(bounds, metrics).map(\.isHigh) == [false, true])
        let span = Metric(.heartRate, 80, range: 45...150, time: noon)
        #expect(crossings(bounds, [span]).map(\.value) == [45, 150])
        #expect(crossings(bounds, [Metric(.heartRate, 40, time: noon - 90_000)]).isEmpty)
        #expect(crossings(bounds, [Metric(.restingHeartRate, 40, time: noon)]).isEmpty)
        #expect(crossings(.init(low: 50, high: 120, words: "", isOn: false), metrics).isEmpty)
    }
}
