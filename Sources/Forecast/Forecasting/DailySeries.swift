package import Allergens

/// One station's daily values of one allergen, as log₁₀(x + 1); days without a value stay unknown.
package struct DailySeries: Sendable {
    /// The first day of the series.
    private var first = CivilDate(daysSinceEpoch: 0)
    /// One logarithm per day, NaN for missing days; four bytes each, because the series of many stations
    /// cover decades.
    private var logarithms: [Float] = []

    package init() {}

    /// The days from the first value to the last, or `nil` without a value.
    package var span: ClosedRange<CivilDate>? {
        logarithms.isEmpty ? nil : first...first.adding(days: logarithms.count - 1)
    }

    /// The days with a value, in order.
    package var days: some Sequence<CivilDate> {
        logarithms.indices.lazy.filter { !logarithms[$0].isNaN }.map { first.adding(days: $0) }
    }

    /// Records the value of a day, a concentration of zero or more; cheapest in chronological order.
    package mutating func note(_ concentration: Double, on day: CivilDate) {
        if logarithms.isEmpty { first = day }
        if day < first {
            let missing = first.daysSinceEpoch - day.daysSinceEpoch
            logarithms.insert(contentsOf: repeatElement(.nan, count: missing), at: 0)
            first = day
        }
        let place = day.daysSinceEpoch - first.daysSinceEpoch
        if place >= logarithms.count {
            logarithms.append(contentsOf: repeatElement(.nan, count: place - logarithms.count + 1))
        }
        logarithms[place] = Float(LogScale.logarithm(of: concentration))
    }

    /// The logarithm of a day's value, or `nil` where there is none.
    package subscript(day: CivilDate) -> Double? {
        let place = day.daysSinceEpoch - first.daysSinceEpoch
        guard logarithms.indices.contains(place), !logarithms[place].isNaN else { return nil }
        return Double(logarithms[place])
    }

    /// The newest day with a value within `days`.
    package func newest(in days: ClosedRange<CivilDate>) -> CivilDate? {
        var day = days.upperBound
        while day >= days.lowerBound {
            if self[day] != nil { return day }
            day = day.adding(days: -1)
        }
        return nil
    }
}
