import Alerts
import Allergens
import Foundation
import Geography
import HTTP
import Observations
import Seasons

/// Where what a page says about a place is from.
package struct PlaceSources: Sendable {
    let air: any AirSource
    let hours: any PollutantHourSource
    let coming: any ComingHourSource
    let regions: any RegionStore
    let weather: any WeatherStore
    let alerts: any PublicAlertStore
    let stations: any StationStore
    let seasons: SeasonReader
    let tiles: any TileSource
    let towns: any TownSource
    let basemap: any BasemapTileSource

    package init(
        air: any AirSource, hours: any PollutantHourSource, coming: any ComingHourSource,
        regions: any RegionStore,
        weather: any WeatherStore, alerts: any PublicAlertStore, stations: any StationStore,
        seasons: SeasonReader,
        tiles: any TileSource, towns: any TownSource, basemap: any BasemapTileSource
    ) {
        (self.air, self.hours, self.coming) = (air, hours, coming)
        (self.regions, self.weather) = (regions, weather)
        (self.alerts, self.stations, self.seasons) = (alerts, stations, seasons)
        (self.tiles, self.towns, self.basemap) = (tiles, towns, basemap)
    }
}

/// Reads everything about a place.
struct PlaceReader: Sendable {
    let sources: PlaceSources
    let environment: APIEnvironment

    /// What is known of a place from a day on; `nil` for today.
    func report(of subject: PlaceSubject, on day: CivilDate? = nil) async throws -> PlaceReport {
        let now = environment.now()
        let today = environment.today
        let day = day ?? today
        let place = subject.position
        async let values = values(at: place, from: day)
        async let present = present(around: place, at: now, tellingOf: day)
        async let regions = sources.regions.regionAir(at: place, on: day)
        async let stations = stations(around: place)
        let known = try await values
        let near = try await stations
        let current = try await present
        let courses = Self.courses(known)
        let told = Set(courses.filter { $0.estimate(on: day) != nil }.map(\.allergen.id))
        return PlaceReport(
            subject: subject, day: day, today: today, courses: courses,
            airQuality: AirQualityRating.ratings(
                of: known.first?.values ?? [], hours: current.hours, on: day),
            hours: current.hours, coming: current.coming,
            regions: try await regions.compactMap {
                RegionAirWire($0, beside: told, in: environment.taxonomy)
            },
            weather: WeatherOutlook(current.weather, at: now),
            season: try await season(of: courses, at: subject),
            alerts: current.alerts,
            stations: Array(near.prefix(PlaceReport.mostStations)),
            origins: try await origins(of: courses, among: near))
    }

    /// What is only known of the present; empty in a report that tells of another day.
    private struct Present {
        var hours: [PollutantHours] = []
        var coming: [ComingHours] = []
        var weather: [WeatherSeries] = []
        var alerts: [DistantAlert] = []
    }

    private func present(
        around place: Coordinate, at now: Date, tellingOf day: CivilDate
    ) async throws -> Present {
        guard day == environment.today else { return Present() }
        async let hours = sources.hours.pollutantHours(around: place, until: now)
        async let coming = sources.coming.comingHours(at: place, from: now)
        async let weather = sources.weather.weather(around: place, at: now)
        async let alerts = alerts(around: place, at: now)
        return Present(
            hours: try await hours, coming: try await coming, weather: try await weather,
            alerts: try await alerts)
    }

    /// A source tells of a day and the next two, so these days ask about all of them.
    private static let askedDays = [0, 3]

    private func values(
        at place: Coordinate, from today: CivilDate
    ) async throws -> [(day: CivilDate, values: [AirValue])] {
        var found: [(CivilDate, [AirValue])] = []
        for days in Self.askedDays {
            let day = today.adding(days: days)
            found.append((day, try await sources.air.air(at: place, on: day, today: environment.today)))
        }
        return found
    }

    private static func courses(_ known: [(day: CivilDate, values: [AirValue])]) -> [AllergenCourse] {
        var order: [AirValue] = []
        var estimates: [Allergen.ID: [CivilDate: AirValue.Estimate]] = [:]
        for (day, values) in known {
            for value in values {
                let id = value.allergen.id
                if estimates[id] == nil { order.append(value) }
                for (ahead, estimate) in [value.today, value.tomorrow, value.dayAfter].enumerated() {
                    guard let estimate else { continue }
                    estimates[id, default: [:]][day.adding(days: ahead)] = estimate
                }
            }
        }
        return order.map { value in
            AllergenCourse(
                allergen: value.allergen, station: value.station, distance: value.distance,
                model: value.model, estimates: estimates[value.allergen.id] ?? [:])
        }
    }

    /// The season of the pollen or spore that is highest today, or else of the first one that is known.
    private func season(of courses: [AllergenCourse], at subject: PlaceSubject) async throws -> PlaceSeason? {
        guard let course = courses.first(where: { $0.allergen.category != .pollutant }) else { return nil }
        let allergen = course.allergen
        let year = environment.today.components.year
        if case .station(let station) = subject.kind {
            let season = try await sources.seasons.season(of: allergen, at: station, in: year)
            if !season.values.isEmpty {
                return PlaceSeason(
                    allergen: allergen, year: PlaceYear(season: season, station: station, distance: nil))
            }
        }
        return try await sources.seasons.season(of: allergen, around: subject.position, in: year)
            .map { PlaceSeason(allergen: allergen, year: $0) }
    }

    private func alerts(around place: Coordinate, at now: Date) async throws -> [DistantAlert] {
        var query = AlertQuery(standingIn: now...now, limit: PublicAlertRoutes.pageSize)
        query.box = BoundingBox(around: place, radius: PlaceReport.alertRadius)
        let found = try await sources.alerts.alerts(query).alerts.map {
            DistantAlert(alert: $0, distance: place.distance(to: $0.publicPosition))
        }
        return Array(
            found.filter { $0.distance <= PlaceReport.alertRadius }.prefix(PlaceReport.mostAlerts))
    }

    private func stations(around place: Coordinate) async throws -> [DistantStation] {
        let box = BoundingBox(around: place, radius: PlaceReport.stationRadius)
        return try await sources.stations.stations(in: box).map {
            DistantStation(station: $0, distance: place.distance(to: $0.position))
        }.filter { $0.distance <= PlaceReport.stationRadius }
            .sorted { ($0.distance, $0.station.id) < ($1.distance, $1.station.id) }
    }

    private func origins(
        of courses: [AllergenCourse], among near: [DistantStation]
    ) async throws -> [Station.ID: Station] {
        var origins: [Station.ID: Station] = [:]
        let known = Dictionary(near.map { ($0.station.id, $0.station) }) { first, _ in first }
        for id in Set(courses.compactMap(\.station)) {
            if let station = known[id] {
                origins[id] = station
            } else {
                origins[id] = try await sources.stations.station(id)
            }
        }
        return origins
    }
}

extension Coordinate {
    /// The great-circle distance in metres.
    fileprivate func distance(to other: Coordinate) -> Double {
        Earth.distance(ofSquaredChord: UnitVector(self).squaredChord(to: UnitVector(other)))
    }
}
