import Allergens
import Geography
import Observations
import SampleTesting
import Seasons

@testable import API
@testable import HTTP

/// The station at Basel.
struct InMemoryStations: StationStore {
    /// The days for which readings and forecasts were requested.
    let readingDays = Guarded<Set<ClosedRange<CivilDate>>>([])
    let forecastDays = Guarded<Set<CivilDate>>([])
    let expected: Guarded<[StationForecast]>
    let name = Guarded("Basel")
    /// The newest values, of all allergens.
    let newest = Guarded<[DayValue]>([])
    /// How often the values of many years were read for all stations.
    let seasonsRead = Guarded(0)
    /// The values of many years, beside those of birch.
    let past = Guarded<[Allergen.ID: [DailyValue]]>([:])
    /// Other stations with birch, and by how many days its seasons are later there.
    let others = Guarded<[(station: Station, delay: Int)]>([])

    private var station: Station {
        let sample = Station.sample()
        return Station(
            id: sample.id, name: name.value, position: sample.position, timeZone: sample.timeZone)
    }

    func stations() async throws -> [Station] { [station] + others.value.map(\.station) }
    func stations(in box: BoundingBox) async throws -> [Station] {
        try await stations().filter { box.contains($0.position) }
    }
    func station(_ id: Station.ID) async throws -> Station? { id == "basel" ? station : nil }
    func readings(
        of station: Station.ID, days: ClosedRange<CivilDate>, allergens: AllergenSet?
    ) async throws -> [StationReading] {
        [StationReading(allergen: "birch", day: days.upperBound, value: 80, hours: nil)]
    }
    func newestValues(
        of allergen: Allergen.ID, in days: ClosedRange<CivilDate>
    ) async throws -> [DayValue] {
        readingDays.change { _ = $0.insert(days) }
        return newest.value.filter { $0.allergen == allergen && days.contains($0.day) }
    }
    func forecasts(of allergen: Allergen.ID, for day: CivilDate) async throws -> [DayValue] {
        forecastDays.change { _ = $0.insert(day) }
        return expected.value.filter { $0.allergen == allergen && $0.day == day }.map {
            DayValue(
                station: "basel", position: .basel, allergen: allergen, day: day, value: $0.value,
                basis: $0.interval == nil ? .forecast : .modelled, interval: $0.interval)
        }
    }
    func years(of station: Station.ID) async throws -> [Int] { [2020, 2018] }
    func normals(
        of allergen: Allergen.ID, at station: Station.ID, before year: Int
    ) async throws -> [DayNormal] {
        [DayNormal(dayOfYear: 98, mean: 1_000 / 3, lowest: 100, highest: 700, years: year - 2_017)]
    }
    func spans() async throws -> [Allergen.ID: ClosedRange<CivilDate>] {
        ["birch": today.adding(days: -9)...today, "grass": today.adding(days: -20)...today.adding(days: -4)]
    }
}

extension InMemoryStations: SeasonStore {
    /// Four seasons of a hundred days, the last one of them this year's and ten days early.
    func dailyValues(of allergen: Allergen.ID, at station: Station.ID) async throws -> [DailyValue] {
        guard allergen == "birch" else { return [] }
        return (0...3).flatMap { back -> [DailyValue] in
            let year = today.components.year - back
            guard let first = CivilDate(year: year, month: 1, day: 1) else { return [] }
            let start = back == 0 ? 60 : 70
            return (0..<200).map { day in
                DailyValue(
                    day: first.adding(days: day), value: (start..<start + 100).contains(day) ? 10 : 0)
            }
        }
    }

    func dailyValues(
        of allergen: Allergen.ID, since day: CivilDate
    ) async throws -> [Station.ID: [DailyValue]] {
        seasonsRead.change { $0 += 1 }
        let birch = try await dailyValues(of: allergen, at: "basel")
        let values = (past.value[allergen] ?? birch).filter { $0.day >= day }
        guard !values.isEmpty else { return [:] }
        return others.value.reduce(into: ["basel": values]) { all, other in
            all[other.station.id] = values.map {
                DailyValue(day: $0.day.adding(days: other.delay), value: $0.value)
            }
        }
    }

    func stations(
        reporting allergen: Allergen.ID, around place: Coordinate, within radius: Double, most: Int
    ) async throws -> [ReportingStation] {
        guard allergen == "birch", place.latitude > 0 else { return [] }
        return try await stations().prefix(most).enumerated().map {
            ReportingStation(
                station: $0.element, distance: Double($0.offset) * 1_000 + 1_200.4,
                since: CivilDate(daysSinceEpoch: 0))
        }
    }
}
