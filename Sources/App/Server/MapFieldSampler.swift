import Alerting
import Alerts
import Allergens
import Interpolation
import Maps
import Observations

/// Samples the map for the alert policy's questions about fences.
struct MapFieldSampler: FieldSampler {
    func field(of allergen: Allergen, on day: CivilDate, among values: [DayValue]) -> any FenceField {
        SurveyedField(survey: FenceSurvey(of: allergen, on: day, among: values))
    }
}

private struct SurveyedField: FenceField {
    let survey: FenceSurvey?

    var reach: Double { survey?.field.reach.metres ?? 0 }

    func highest(in fence: WatchingFence) throws -> FieldValue? {
        let estimate = try survey?.highest(around: fence.anchor, extent: fence.extent, where: fence.holds)
        // Alerts are raised by what stations measure: the survey has no model, so a station is always near.
        guard let estimate, let nearest = estimate.nearest, let distance = estimate.distance
        else { return nil }
        return FieldValue(
            concentration: estimate.concentration, level: estimate.level, nearest: nearest.station,
            distance: distance)
    }
}
