package import Allergens
package import Diary
package import HealthMetrics
package import Observations

/// The days of a diary for somebody else's eyes, with what was in the air.
package struct DiarySummary: Sendable {
    package let days: ClosedRange<CivilDate>
    /// The entries of these days, the oldest first; none is empty.
    package let entries: [DiaryEntry]
    package let air: MeasuredAir
    /// The allergens whose air is told.
    package let allergens: [Allergen]
    /// What was measured of the person on these days, the oldest first.
    package let metrics: [MetricDay]
    package let treatment: TreatmentNotes

    package init(
        days: ClosedRange<CivilDate>, entries: [DiaryEntry], air: MeasuredAir, allergens: [Allergen],
        metrics: [MetricDay], treatment: TreatmentNotes
    ) {
        self.days = days
        self.entries = entries
        self.air = air
        self.allergens = allergens
        self.metrics = metrics
        self.treatment = treatment
    }

    /// The kinds of which there is a figure.
    package var metricKinds: [MetricKind] {
        MetricKind.allCases.filter { kind in metrics.contains { $0.figures(of: kind) != nil } }
    }
}
