package import Allergens
package import Geography
package import HTTP
package import Observations
package import Seasons

/// Values of many years.
package protocol SeasonStore: Sendable {
    /// All daily values of an allergen at a station that count, in order.
    func dailyValues(of allergen: Allergen.ID, at station: Station.ID) async throws -> [DailyValue]
    /// The daily values of an allergen that count, from a day on, by station and in order.
    func dailyValues(
        of allergen: Allergen.ID, since day: CivilDate
    ) async throws -> [Station.ID: [DailyValue]]
    /// The stations within `radius` metres of a place that ever reported an allergen, the nearest first, at most
    /// `most`.
    func stations(
        reporting allergen: Allergen.ID, around place: Coordinate, within radius: Double, most: Int
    ) async throws -> [ReportingStation]
}

/// Reads seasons beside their earlier years, and keeps them until any data change.
package struct SeasonReader: Sendable {
    private let seasonStore: any SeasonStore
    private let tileSource: any TileSource
    private let environment: APIEnvironment
    private let kept = KeptSeasons()

    /// - Parameters:
    ///   - store: Where the values of all years are.
    ///   - tiles: What says that data changed.
    ///   - environment: What the API runs in.
    package init(in store: any SeasonStore, changing tiles: any TileSource, in environment: APIEnvironment) {
        (seasonStore, tileSource, self.environment) = (store, tiles, environment)
    }

    /// The distance in metres within which a station speaks for a place: the widest reach of any allergen.
    static let reach = 150_000.0
    /// The stations that are asked for their earlier years, the nearest first.
    private static let most = 6

    /// One allergen's year at a station.
    func season(of allergen: Allergen, at station: Station, in year: Int) async throws -> ComparedSeason {
        let today = environment.today
        let wish = KeptSeasons.Wish(station: station.id, allergen: allergen.id, year: year, today: today)
        return try await kept.season(wish, at: tileSource.stamp) {
            ComparedSeason(
                try await seasonStore.dailyValues(of: allergen.id, at: station.id), year: year, today: today)
        }
    }

    /// The year of the nearest station that knows what is normal, or else of the nearest one.
    ///
    /// Of stations that are too young to know it, only the nearest is read.
    ///
    /// - Returns: `nil` if no station within ``reach`` ever reported the allergen.
    func season(of allergen: Allergen, around place: Coordinate, in year: Int) async throws -> PlaceYear? {
        let near = try await seasonStore.stations(
            reporting: allergen.id, around: place, within: Self.reach, most: Self.most)
        var nearest: PlaceYear?
        for found in near
        where nearest == nil || ComparedSeason.mayHaveNormals(of: year, since: found.since) {
            let season = try await season(of: allergen, at: found.station, in: year)
            if nearest == nil || !season.normals.isEmpty {
                nearest = PlaceYear(season: season, station: found.station, distance: found.distance)
            }
            if !season.normals.isEmpty { break }
        }
        return nearest
    }
}

/// A season, and the station where it was measured.
struct PlaceYear: Hashable, Sendable {
    let season: ComparedSeason
    let station: Station
    /// Metres from the place; `nil` where the station itself is the place.
    let distance: Double?
}
