import Testing

@testable import Observations

@Suite struct ForecastIntervalTests {
    @Test func `bounds in the wrong order or below zero are refused`() {
        #expect(ForecastInterval(low: 2, high: 1) == nil)
        #expect(ForecastInterval(low: -1, high: 1) == nil)
        #expect(ForecastInterval(low: 0, high: .infinity) == nil)
        #expect(ForecastInterval(low: 1, high: 1) != nil)
    }

    @Test func `an interval moved to another value has the same width in logarithms`() throws {
        // With one added, 9, 99 and 999 are a power of ten apart.
        let interval = try #require(ForecastInterval(low: 9, high: 999))
        let moved = try #require(interval.moved(from: 99, to: 999))
        #expect(abs(moved.low - 99) < 1e-9 && abs(moved.high - 9_999) < 1e-6)
        #expect(interval.moved(from: 99, to: 99) == interval)
        // Values end at zero.
        #expect(interval.moved(from: 99, to: 0).map { $0.low == 0 && abs($0.high - 9) < 1e-9 } == true)
    }
}
