import Alerts
import Allergens
import Interpolation
import Observations
import SampleTesting
import Storage
import Testing

@testable import Maps

@Suite struct FieldCacheTests {
    private let source: CountingSource
    private let fields: FieldCache

    init() async throws {
        source = try await CountingSource([.sample(), .sample("bern")])
        fields = FieldCache(source: source, taxonomy: .standard)
    }

    private func values(
        of allergen: Allergen.ID = "birch", on day: CivilDate = today,
        _ content: FieldCache.Content = .readings
    ) async throws -> [Double] {
        let field = try #require(try await fields.field(of: allergen, on: day, content: content))
        return field.samples.map(\.value)
    }

    @Test func `a field is read once until its day changes`() async throws {
        try await source.keep([.sample(80)], noting: fields)
        for _ in 0..<3 { #expect(try await values() == [80]) }
        #expect(source.loads == 1)
        try await source.keep([.sample(90)], noting: fields)
        for _ in 0..<3 { #expect(try await values() == [90]) }
        #expect(source.loads == 2)
    }

    @Test func `a field with many simultaneous requests is read once`() async throws {
        try await source.keep([.sample(80)], noting: fields)
        for round in 1...5 {
            fields.noteEverything()
            try await withThrowingTaskGroup(of: [Double].self) { group in
                for _ in 0..<16 { group.addTask { try await values() } }
                for try await found in group { #expect(found == [80]) }
            }
            #expect(source.loads == round)
        }
    }

    @Test func `a change of another allergen or day does not affect a field`() async throws {
        try await source.keep([.sample(80)], noting: fields)
        #expect(try await values() == [80])
        try await source.keep(
            [
                .sample(1, of: "grass"), .sample(2, on: today.adding(days: -4)),
                .sample(3, on: today.adding(days: 1)),
            ], noting: fields)
        #expect(try await values() == [80])
        #expect(source.loads == 1)
    }

    @Test func `a change of yesterday changes the field of today`() async throws {
        try await source.keep([.sample(80)], noting: fields)
        #expect(try await values() == [80])
        try await source.keep([.sample(20, at: "bern", on: today.adding(days: -1))], noting: fields)
        #expect(try await values() == [80, 20])
        let days = try await fields.field(of: "birch", on: today, content: .readings)?.samples.map(\.day)
        #expect(days == [today, today.adding(days: -1)])
    }

    @Test func `a forecast has a field of its own`() async throws {
        let tomorrow = today.adding(days: 1)
        let forecast = Forecast(station: "basel", allergen: "birch", day: tomorrow, value: 300)
        try await source.keep([.sample(80)], noting: fields)
        #expect(try await values(on: tomorrow, .forecasts).isEmpty)
        try await source.keep([], forecasts: [forecast], noting: fields)
        #expect(try await values(on: tomorrow, .forecasts) == [300])
        #expect(try await values(on: tomorrow, .readings) == [80])
        #expect(try await values(on: today, .forecasts).isEmpty)
    }

    @Test func `when anything may have changed, everything is read again`() async throws {
        try await source.keep([.sample(80)], noting: fields)
        #expect(try await values() == [80])
        _ = try await source.store.write { try $0.keep(.sample(90), received: noon).keeping }
        #expect(try await values() == [80])
        fields.noteEverything()
        #expect(try await values() == [90])
        #expect(try await values() == [90])
        #expect(source.loads == 2)
    }

    @Test func `the stamp changes with every change and with nothing else`() async throws {
        let before = fields.stamp
        _ = try await values()
        fields.note([:])
        #expect(fields.stamp == before)
        fields.note(["birch": [today]])
        let noted = fields.stamp
        #expect(noted != before)
        fields.noteEverything()
        #expect(fields.stamp != noted && fields.stamp != before)
    }

    @Test func `an allergen without a scale has no field`() async throws {
        #expect(try await fields.field(of: "cat", on: today, content: .readings) == nil)
        #expect(try await fields.field(of: "kryptonite", on: today, content: .readings) == nil)
        #expect(source.loads == 0)
    }

    @Test func `at most four hundred fields are cached`() async throws {
        let days = (0..<500).map { today.adding(days: -$0) }
        for day in days { _ = try await values(on: day) }
        #expect(source.loads == 500)
        for day in days { _ = try await values(on: day) }
        // Whichever were dropped, at least a hundred had to be read again.
        #expect(source.loads >= 600)
    }

    @Test func `an import of decades counts as one change of everything`() async throws {
        try await source.keep([.sample(80)], noting: fields)
        #expect(try await values() == [80])
        _ = try await source.store.write { try $0.keep(.sample(90), received: noon).keeping }
        fields.note(["birch": Set((0..<30_000).map { today.adding(days: -$0 - 10) })])
        #expect(try await values() == [90])
    }

    @Test func `a field whose day changes while it is read is read again`() async throws {
        try await source.keep([.sample(80)], noting: fields)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask {
                    try await source.keep([.sample(Double(number))], noting: fields)
                }
                group.addTask { _ = try await values() }
            }
            try await group.waitForAll()
        }
        let kept = try await source.store.newestValues(of: "birch", in: today...today)
        #expect(try await values() == kept.map(\.value))
    }
}
