import Allergens
import Foundation
import HTTP
import Observations
import Seasons
import Synchronization

/// Where what a page says about an allergen is from.
package struct AllergenPageSources: Sendable {
    let stations: any StationStore
    let seasons: any SeasonStore
    let tiles: any TileSource
    let towns: any TownSource
    let subdivisions: any SubdivisionSource
    let articles: any ArticleShelving

    package init(
        stations: any StationStore, seasons: any SeasonStore, tiles: any TileSource, towns: any TownSource,
        subdivisions: any SubdivisionSource, articles: any ArticleShelving
    ) {
        (self.stations, self.seasons, self.tiles) = (stations, seasons, tiles)
        (self.towns, self.subdivisions, self.articles) = (towns, subdivisions, articles)
    }
}

/// Reads everything about an allergen, and keeps it until data change.
final class AllergenReader: Sendable {
    private struct Kept {
        let report: AllergenReport
        /// What the data said of themselves when it was read.
        let stamp: Int
    }

    let sources: AllergenPageSources
    private let environment: APIEnvironment
    private let seasons: CountryYearReader<TypicalSeason>
    private let courses: CountryYearReader<YearCourse>
    /// As many as there are allergens at most.
    private let kept = Mutex<[Allergen.ID: Kept]>([:])

    init(sources: AllergenPageSources, environment: APIEnvironment) {
        (self.sources, self.environment) = (sources, environment)
        let towns = StationTowns(sources.towns, within: PastYears.nearness)
        seasons = CountryYearReader(
            sources: sources, environment: environment, towns: towns,
            subdivisions: StationSubdivisions(sources.subdivisions))
        courses = CountryYearReader(
            sources: sources, environment: environment, towns: towns, subdivisions: nil)
    }

    func report(of allergen: Allergen) async throws -> AllergenReport {
        let (today, stamp) = (environment.today, sources.tiles.stamp)
        if let found = kept.withLock({ $0[allergen.id] }), found.stamp == stamp, found.report.today == today {
            return found.report
        }
        let report = try await read(allergen, on: today)
        kept.withLock { $0[allergen.id] = Kept(report: report, stamp: stamp) }
        return report
    }

    /// Reads the seasons of all pollen and spores and the years of all pollutants, as far as they are not known or
    /// could have changed.
    ///
    /// - Throws: An error of the storage.
    func prepareYears() async throws {
        let (stations, today) = (try await stations(), environment.today)
        for allergen in environment.taxonomy.allergens {
            try Task.checkCancellation()
            if allergen.hasSeasons {
                _ = try await seasons.found(
                    of: allergen, at: stations, on: today, keepingFor: PastYears.freshness)
            } else if allergen.category == .pollutant {
                _ = try await courses.found(
                    of: allergen, at: stations, on: today, keepingFor: PastYears.freshness)
            }
        }
    }

    private func stations() async throws -> [Station.ID: Station] {
        Dictionary(try await sources.stations.stations().map { ($0.id, $0) }) { first, _ in first }
    }

    private func read(_ allergen: Allergen, on today: CivilDate) async throws -> AllergenReport {
        guard allergen.unit != nil else {
            return AllergenReport(
                allergen: allergen, today: today, now: nil, seasons: [], courses: [], layer: nil,
                credits: [])
        }
        let stations = try await stations()
        let values = try await sources.stations.newestValues(
            of: allergen.id, in: Recency.days(for: today))
        let found =
            allergen.hasSeasons
            ? try await seasons.found(of: allergen, at: stations, on: today) : nil
        let course =
            allergen.category == .pollutant
            ? try await courses.found(of: allergen, at: stations, on: today) : nil
        let speaking = Set(values.map(\.station)).union(found?.stations ?? []).union(course?.stations ?? [])
        let credits = speaking.compactMap { stations[$0] }.map { $0.attribution ?? $0.name }
        return AllergenReport(
            allergen: allergen, today: today,
            now: Self.now(allergen, values, at: stations, on: today), seasons: found?.countries ?? [],
            courses: course?.countries ?? [],
            layer: (try? sources.tiles.layer(named: allergen.id.rawValue))?.id,
            credits: Set(credits).sorted())
    }

    private static func now(
        _ allergen: Allergen, _ values: [DayValue], at stations: [Station.ID: Station], on today: CivilDate
    ) -> AllergenNow {
        let bounds = Scale.standard(for: allergen)?.bounds
        var counts: [Level: Int] = [:]
        if let bounds { for value in values { counts[bounds.level(of: value.value), default: 0] += 1 } }
        let highest = values.filter { stations[$0.station] != nil }.max {
            ($0.value, $1.station) < ($1.value, $0.station)
        }
        let days = values.map(\.day)
        return AllergenNow(
            highest: highest.flatMap { value in
                stations[value.station].map {
                    AllergenNow.Highest(station: $0, value: value, level: bounds?.level(of: value.value))
                }
            },
            counts: counts.sorted { $0.key > $1.key }.map { ($0.key, $0.value) },
            days: (days.min() ?? today)...(days.max() ?? today))
    }
}

extension Allergen {
    /// Whether it is counted in seasons, as pollen and spores are.
    fileprivate var hasSeasons: Bool { category == .pollen || category == .spore }
}
