import Foundation
import Geography
import HTTP
import Hummingbird
import NIOCore
import Trips

/// Stations and airports in coarse tiles, for pages that tell a journey from a track.
struct StopRoutes: Sendable {
    let table: StopTable
    let credits: [String]

    var endpoints: [Endpoint] { [Endpoint(.get, "/v1/stops/{z}/{x}/{y}", .everyone, handler: stops)] }

    @Sendable private func stops(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let bytes = try JSON.encoder.encode(
            StopWire(
                table.stops(in: try context.degreeTile()), hasStations: table.hasStations, credits: credits))
        return request.answer(
            ByteBuffer(bytes: bytes), type: "application/json", etag: ContentHash.etag(of: bytes),
            freshness: Freshness.basemap)
    }
}

/// `GET /v1/stops/{z}/{x}/{y}`.
struct StopWire: Encodable {
    /// Pairs of longitude and latitude.
    let airports: [[Double]]
    let stations: [[Double]]
    let hasStations: Bool
    let credits: [String]

    init(_ stops: [TravelStop], hasStations: Bool, credits: [String]) {
        func pairs(of kind: TravelStop.Kind) -> [[Double]] {
            stops.filter { $0.kind == kind }.map {
                [Self.shortened($0.position.longitude), Self.shortened($0.position.latitude)]
            }
        }
        (airports, stations) = (pairs(of: .airport), pairs(of: .station))
        (self.hasStations, self.credits) = (hasStations, credits)
    }

    /// Degrees to 11 m, which is less than the reach of any stop.
    private static func shortened(_ degrees: Double) -> Double { (degrees * 10_000).rounded() / 10_000 }
}
