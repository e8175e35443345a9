import Allergens
import Geography
import Observations
import SampleTesting

@testable import API
@testable import HTTP

/// The station at Basel.
struct InMemoryStations: StationStore {
    /// The days for which readings and forecasts were requested.
    let readingDays = Guarded<Set<ClosedRange<CivilDate>>>([])
    let forecastDays = Guarded<Set<CivilDate>>([])
    let expected: Guarded<[StationForecast]>

    func stations() async throws -> [Station] { [.sample()] }
    func stations(in box: BoundingBox) async throws -> [Station] {
        try await stations().filter { box.contains($0.position) }
    }
    func station(_ id: Station.ID) async throws -> Station? { id == "basel" ? .sample() : nil }
    func readings(
        of station: Station.ID, days: ClosedRange<CivilDate>, allergens: AllergenSet?
    ) async throws -> [StationReading] {
        [StationReading(allergen: "birch", day: days.upperBound, value: 80, hours: nil)]
    }
    func newestValues(
        of allergen: Allergen.ID, in days: ClosedRange<CivilDate>
    ) async throws -> [DayValue] {
        readingDays.change { _ = $0.insert(days) }
        return []
    }
    func forecasts(of allergen: Allergen.ID, for day: CivilDate) async throws -> [DayValue] {
        forecastDays.change { _ = $0.insert(day) }
        return expected.value.filter { $0.allergen == allergen && $0.day == day }.map {
            DayValue(
                station: "basel", position: .basel, allergen: allergen, day: day, value: $0.value,
                basis: $0.interval == nil ? .forecast : .modelled, interval: $0.interval)
        }
    }
    func normals(
        of allergen: Allergen.ID, at station: Station.ID, before year: Int
    ) async throws -> [DayNormal] {
        [DayNormal(dayOfYear: 98, mean: 1_000 / 3, lowest: 100, highest: 700, years: year - 2_017)]
    }
    func spans() async throws -> [Allergen.ID: ClosedRange<CivilDate>] {
        ["birch": today.adding(days: -9)...today, "grass": today.adding(days: -20)...today.adding(days: -4)]
    }
}
