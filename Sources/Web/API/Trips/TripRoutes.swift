import Allergens
import Foundation
import HTTP
import HTTPTypes
import Hummingbird
import NIOCore
import People
import Site
import Trips

/// What a subscriber keeps of trips: never the way.
struct TripRoutes: Sendable {
    let tripStore: any TripStore
    let environment: APIEnvironment
    /// What carbon that is kept may come from.
    let factors: CarbonFactors

    /// The most trips at once: more than a fortnight of a busy person.
    static let mostAtOnce = 200
    /// The most trips on one page.
    static let pageSize = 500

    private static let list = "/v1/me/trips"
    private static let one = "/v1/me/trips/{start}"

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, Self.list, .subscriber, handler: list),
            Endpoint(.post, Self.list, .subscriber, for: .trips, handler: add),
            Endpoint(.delete, Self.list, .subscriber, handler: removeAll),
            Endpoint(.get, Self.one, .subscriber, handler: one),
            Endpoint(.patch, Self.one, .subscriber, for: .trips, handler: change),
            Endpoint(.delete, Self.one, .subscriber, handler: remove),
        ]
    }

    private var rules: TripRules {
        TripRules(taxonomy: environment.taxonomy, factors: factors, now: environment.now())
    }

    @Sendable private func list(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let page = try request.tripPage(until: environment.today)
        let trips = try await tripStore.trips(of: context.account, on: page)
        return try JSON.response(
            TripListAnswer(trips, on: page, environment.taxonomy),
            headers: [.cacheControl: Freshness.personal])
    }

    @Sendable private func one(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let start = try context.tripStart
        let page = TripPage(from: start, until: start.addingTimeInterval(1), limit: 1)
        let trips = try await tripStore.trips(of: context.account, on: page)
        guard let trip = trips.first else { throw Problem(.unknownTrip) }
        return try answer(trip)
    }

    /// Keeps trips; each that is not kept is named with the reason.
    @Sendable private func add(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let body = Data(try await request.bytes(upTo: BodyLimits.trips).readableBytesView)
        let sent = try JSON.decodeStrictly(TripDocument.self, from: body).trips
        guard !sent.isEmpty else { throw Problem(.invalidTrips, "There is no trip in it.") }
        guard sent.count <= Self.mostAtOnce
        else { throw Problem(.contentTooLarge, "At most \(Self.mostAtOnce) trips are taken at once.") }
        var trips: [KeptTrip] = []
        var places: [Int] = []
        var refused: [Int: TripReceipt.Refusal] = [:]
        let rules = rules
        for (index, entry) in sent.enumerated() {
            do throws(TripRules.Mistake) {
                trips.append(try rules.trip(entry))
                places.append(index)
            } catch {
                refused[index] = TripReceipt.Refusal(
                    at: "/trips/\(index)\(error.pointer)", reason: error.reason, detail: error.detail)
            }
        }
        try Self.expectShortSpan(of: trips)
        let (refusals, unchanged) = try await tripStore.keep(trips, of: context.account)
        for (place, refusal) in refusals {
            refused[places[place]] = TripReceipt.Refusal(
                at: "/trips/\(places[place])", reason: refusal.reason, detail: refusal.detail)
        }
        let receipt = TripReceipt(
            kept: trips.count - refusals.count - unchanged, unchanged: unchanged,
            refused: refused.sorted { $0.key < $1.key }.map(\.value))
        return try JSON.response(receipt, headers: [.cacheControl: Freshness.personal])
    }

    /// Refuses trips of many months at once: adding them would read all that are kept of those months.
    private static func expectShortSpan(of trips: [KeptTrip]) throws {
        let starts = trips.map(\.start)
        guard let first = starts.min(), let last = starts.max(),
            last.timeIntervalSince(first) > Double(TripIntake.longestSpan)
        else { return }
        throw Problem(.invalidTrips, "The trips that are sent at once start within 31 days.")
    }

    /// Changes the mode; the carbon of another mode does not stay.
    @Sendable private func change(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try request.expectMergePatch()
        let body = Data(try await request.bytes(upTo: BodyLimits.channel).readableBytesView)
        let sent = try JSON.decodeStrictly(TripChangeDocument.self, from: body)
        let rules = rules
        let trip = try await tripStore.changeTrip(of: context.account, from: try context.tripStart) { trip in
            guard !trip.isSum else { throw Problem(.summedTrip) }
            do throws(TripRules.Mistake) {
                let mode = try rules.mode(sent.mode)
                return trip.changed(
                    to: mode, carbon: try rules.carbon(sent.carbon, over: trip.distance, by: mode))
            } catch {
                throw Problem(
                    .invalidTrips, errors: [Problem.Detail(pointer: error.pointer, detail: error.detail)])
            }
        }
        guard let trip else { throw Problem(.unknownTrip) }
        return try answer(trip)
    }

    @Sendable private func remove(_ request: Request, _ context: BreatheContext) async throws -> Response {
        guard try await tripStore.removeTrip(of: context.account, from: try context.tripStart)
        else { throw Problem(.unknownTrip) }
        return Response(status: .noContent)
    }

    @Sendable private func removeAll(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try await tripStore.removeTrips(of: context.account)
        return Response(status: .noContent)
    }

    private func answer(_ trip: KeptTrip) throws -> Response {
        try JSON.response(
            TripAnswer(trip, environment.taxonomy), headers: [.cacheControl: Freshness.personal])
    }
}

extension Request {
    /// The trips of the days that `from` and `to` name, the last 30 by default, from a mark on.
    fileprivate func tripPage(until today: CivilDate) throws -> TripPage {
        let to = try day("to") ?? today
        let from = try day("from") ?? to.adding(days: 1 - DiaryRoutes.usualSpan)
        guard from <= to else { throw Problem.parameter("from", "from lies after to.") }
        var page = TripPage(
            from: from.startInUTC, until: to.adding(days: 1).startInUTC, limit: try tripLimit())
        switch text("order") {
        case nil, "oldest": break
        case "newest": page.isNewestFirst = true
        default: throw Problem.parameter("order", "order is oldest or newest.")
        }
        if let mark = try instant("after")?.wholeSeconds { page.start(after: mark) }
        return page
    }

    private func tripLimit() throws -> Int {
        guard let text = text("limit") else { return TripRoutes.pageSize }
        guard let number = Int(text), 1...TripRoutes.pageSize ~= number
        else { throw Problem.parameter("limit", "limit is from 1 to \(TripRoutes.pageSize).") }
        return number
    }
}

extension BreatheContext {
    /// The start of a trip that the path names; no trip has any other address.
    fileprivate var tripStart: Date {
        get throws {
            guard let text = parameters.get("start")?.removingPercentEncoding,
                let start = Date(rfc3339: text)?.wholeSeconds
            else {
                throw Problem(.unknownTrip, "A start is as in RFC 3339, such as 2026-04-08T06:12:04Z.")
            }
            return start
        }
    }
}
