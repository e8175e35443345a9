package import Allergens

/// One prediction beside the measurement by which it is judged.
package struct JudgedDay: Hashable, Sendable {
    /// The day that was predicted.
    package let day: CivilDate
    /// In the allergen's unit; `nil` where the method had no prediction.
    package let prediction: Double?
    /// The interval that holds four of five outcomes, if the method gives one.
    package let range: ClosedRange<Double>?
    /// In the allergen's unit.
    package let measured: Double

    init(day: CivilDate, prediction: Double?, range: ClosedRange<Double>? = nil, measured: Double) {
        self.day = day
        self.prediction = prediction
        self.range = range
        self.measured = measured
    }
}

extension Score {
    /// The score over some judged days.
    package init(_ days: some Sequence<JudgedDay>, bounds: LevelBounds) {
        for day in days {
            add(day.prediction, measured: day.measured, bounds: bounds)
            if let range = day.range { add(range, measured: day.measured) }
        }
    }
}
