import Allergens

@testable import Forecasting

/// 2019-03-01.
let march = CivilDate(year: 2019, month: 3, day: 1)!

/// 1–10 low, 11–69 moderate, 70–299 high.
let birchBounds = LevelBounds(low: 1, moderate: 11, high: 70, veryHigh: 300)!

extension DailySeries {
    /// Values of consecutive days, `nil` where one is missing.
    init(from first: CivilDate, _ values: [Double?]) {
        self.init()
        for (offset, value) in values.enumerated() {
            if let value { note(value, on: first.adding(days: offset)) }
        }
    }

    /// A value for every day of a span.
    init(in days: ClosedRange<CivilDate>, value: (CivilDate) -> Double?) {
        self.init()
        var day = days.lowerBound
        while day <= days.upperBound {
            if let value = value(day) { note(value, on: day) }
            day = day.adding(days: 1)
        }
    }
}

extension CivilDate {
    init(_ year: Int, _ month: Int, _ day: Int) { self.init(year: year, month: month, day: day)! }
}
