import Allergens
import Foundation
import HTTP
import Hummingbird
import Observations

/// The station that a key belongs to, or that an account operates.
struct OwnStationRoutes: Sendable {
    let stationStore: any StationStore
    let uploads: any UploadIntake
    let environment: APIEnvironment

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, "/v1/me/station", .anyStation) { _, context in
                try await answer(about: context.ownStation, key: context.credential)
            },
            Endpoint(.get, "/v1/stations/{station}/operation", .stationOperator) { _, context in
                try await answer(about: context.station(), key: nil)
            },
        ]
    }

    private func answer(about station: Station.ID, key: String?) async throws -> Response {
        let station = try await stationStore.knownStation(station)
        let definitions = try await uploads.definitions()
        return try JSON.response(
            OwnStationWire(
                station: Feature(
                    id: station.id.rawValue, geometry: PointGeometry(station.position),
                    properties: StationProperties(station, reading: nil)),
                key: key,
                today: CivilDate(at: environment.now(), in: station.timeZone).description,
                years: try await stationStore.years(of: station.id),
                feeds: definitions.map { OwnStationWire.Feed(name: $0.name, title: $0.title) }),
            headers: [.cacheControl: Freshness.personal])
    }
}

/// `GET /v1/me/station`, and `GET /v1/stations/{id}/operation`.
struct OwnStationWire: Encodable {
    /// A feed definition that can parse an upload.
    struct Feed: Encodable {
        /// The value for `feed`.
        let name: String
        let title: String
    }

    let station: Feature<StationProperties>
    /// The public part of the key in the request; `nil` where an account may ask, too.
    let key: String?
    /// The current day at the station.
    let today: String
    /// The years with values, newest first.
    let years: [Int]
    let feeds: [Feed]
}
