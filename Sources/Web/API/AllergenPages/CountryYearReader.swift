import Allergens
import Basemap
import Caching
import Foundation
import Geography
import HTTP
import Observations
import Seasons
import Synchronization

/// Which years are looked at, and how long what they say is kept.
enum PastYears {
    /// The years that are looked at: recent ones, because the climate moves the seasons.
    static let span = 10
    /// How many seconds something is shown although data changed: new values seldom change years that are over.
    static let patience = 21_600.0
    /// The age in seconds from which they are read again after a change before anybody asks: an hour, so that readers
    /// do not wait as long as that is done more often than ``patience`` demands.
    static let freshness = 3_000.0
    /// The distance in metres within which a town says in which country a station is.
    static let nearness = 100_000.0
}

/// Works out from the stations' own years what is usual of an allergen in each country.
final class CountryYearReader<Usual: UsualYear>: Sendable {
    /// What is usual, and the stations that it is from.
    struct Found: Sendable {
        let countries: [CountryYear<Usual>]
        let stations: [Station.ID]
    }

    private struct Kept {
        let found: Found
        let halfYear: HalfYear
        let stamp: Int
        let read: Date
    }

    private let sources: AllergenPageSources
    private let environment: APIEnvironment
    private let kept = Mutex<[Allergen.ID: Kept]>([:])
    private let towns: StationTowns
    private let subdivisions: StationSubdivisions?
    private let flight = SingleFlight<Allergen.ID, Found>()

    /// - Parameters:
    ///   - sources: Where values and stations are read.
    ///   - environment: The clock.
    ///   - towns: Say in which country a station is.
    ///   - subdivisions: Name the parts of countries; without them, only whole countries are looked at.
    init(
        sources: AllergenPageSources, environment: APIEnvironment, towns: StationTowns,
        subdivisions: StationSubdivisions?
    ) {
        (self.sources, self.environment, self.towns) = (sources, environment, towns)
        self.subdivisions = subdivisions
    }

    /// What is usual by country, those of many stations first; read again when data changed, but not at once.
    func found(
        of allergen: Allergen, at stations: [Station.ID: Station], on today: CivilDate,
        keepingFor patience: TimeInterval = PastYears.patience
    ) async throws -> Found {
        let (stamp, now) = (sources.tiles.stamp, environment.now())
        let halfYear = HalfYear(today)
        if let kept = kept.withLock({ $0[allergen.id] }), kept.halfYear == halfYear,
            kept.stamp == stamp || now.timeIntervalSince(kept.read) < patience
        {
            return kept.found
        }
        return try await flight.value(for: allergen.id) {
            let found = try await read(allergen, at: stations, on: today)
            kept.withLock {
                $0[allergen.id] = Kept(found: found, halfYear: halfYear, stamp: stamp, read: now)
            }
            return found
        }
    }

    private func read(
        _ allergen: Allergen, at stations: [Station.ID: Station], on today: CivilDate
    ) async throws -> Found {
        let year = today.components.year - PastYears.span
        guard let first = CivilDate(year: year, month: 1, day: 1)
        else { preconditionFailure("a decade before today is among the accepted days") }
        let values = try await sources.seasons.dailyValues(of: allergen.id, since: first)
        let known = stations.values.filter { values[$0.id] != nil }.sorted { $0.id < $1.id }
        let countries = Dictionary(grouping: known) { country(of: $0.position) }.map { country, stations in
            CountryYear<Usual>(
                country: country,
                usual: Usual(at: stations.compactMap { values[$0.id] }, today: today),
                regions: subdivisions.map {
                    regions(of: stations, in: country, named: $0, values, on: today)
                } ?? [],
                isSimulated: stations.contains(where: \.isSimulated))
        }
        return Found(
            countries: countries.sorted { one, other in
                (other.usual?.stations ?? 0, one.country ?? "~") < (
                    one.usual?.stations ?? 0, other.country ?? "~"
                )
            }, stations: known.map(\.id))
    }

    private func regions(
        of stations: [Station], in country: String?, named subdivisions: StationSubdivisions,
        _ values: [Station.ID: [DailyValue]], on today: CivilDate
    ) -> [RegionYear<Usual>] {
        let groups = StationRegions.groups(of: stations)
        guard groups.count > 1 else { return [] }
        let names = StationRegions.names(
            of: groups, in: country, subdivision: subdivisions.subdivision(at:))
        let found = zip(groups, names).compactMap { stations, names in
            Usual(at: stations.compactMap { values[$0.id] }, today: today).map { usual in
                RegionYear(
                    names: names, usual: usual, isSimulated: stations.contains(where: \.isSimulated))
            }
        }
        return found.count > 1 ? found : []
    }

    private func country(of position: Coordinate) -> String? {
        towns.town(at: position).flatMap { $0.country.isEmpty ? nil : $0.country }
    }
}

/// The days between two cuts of `TypicalSeason`, which begins years in January or July: with them, the years
/// that are over are the same.
private struct HalfYear: Hashable {
    let year: Int
    let isSecond: Bool

    init(_ day: CivilDate) {
        let (year, month, _) = day.components
        (self.year, isSecond) = (year, month >= 7)
    }
}
