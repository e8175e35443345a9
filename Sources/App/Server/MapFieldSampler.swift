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
        return estimate.map {
            FieldValue(
                concentration: $0.concentration, level: $0.level, nearest: $0.nearest.station,
                distance: $0.distance)
        }
    }
}
