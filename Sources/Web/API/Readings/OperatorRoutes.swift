import Foundation
import HTTP
import HTTPTypes
import Hummingbird
import NIOCore
import Observations

/// What operators see and decide about their own station.
struct OperatorRoutes: Sendable {
    let stationReview: any StationReviewStore
    let decisions: any ReadingDeciding
    let keyIssuer: any StationKeyIssuing
    let environment: APIEnvironment

    /// Entries in one answer.
    private static let pageSize = 100
    /// The maximum number of decisions in one request: a season of one allergen.
    private static let mostDecisions = 400

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, "/v1/stations/{station}/suspects", .stationOperator, handler: suspects),
            Endpoint(.get, "/v1/stations/{station}/revisions", .stationOperator, handler: revisions),
            Endpoint(.get, "/v1/stations/{station}/uploads", .stationOperator, handler: uploads),
            Endpoint(
                .post, "/v1/stations/{station}/readings/confirmations", .stationOperator, handler: decide),
            Endpoint(.get, "/v1/stations/{station}/keys", .stationOperator, handler: keys),
            Endpoint(.post, "/v1/stations/{station}/keys", .stationOperator, handler: makeKey),
            Endpoint(.delete, "/v1/stations/{station}/keys/{key}", .stationOperator, handler: revokeKey),
        ]
    }

    /// The suspect daily and hourly values of all time.
    @Sendable private func suspects(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let place = try request.text("before").map { mark in
            guard let place = SuspectValue.Place(mark: mark, in: environment.taxonomy)
            else { throw Problem.parameter("before", "before is what the page before gave as next.") }
            return place
        }
        let page = try await stationReview.suspects(
            of: context.station(), before: place, limit: Self.pageSize)
        return try Self.personal(SuspectList(page, in: environment.taxonomy))
    }

    @Sendable private func revisions(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let station = try context.station()
        let found = try await stationReview.revisions(
            of: station, before: try request.page(), limit: Self.pageSize)
        let labels = Dictionary(
            try await stationReview.keys(of: station).map { ($0.id, $0.label) }, uniquingKeysWith: { $1 })
        return try Self.personal(
            RevisionPage(
                revisions: found.map { RevisionWire($0, labels: labels) },
                next: found.count == Self.pageSize ? found.last?.number : nil))
    }

    @Sendable private func uploads(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let found = try await stationReview.uploads(
            of: context.station(), before: try request.page(), limit: Self.pageSize)
        return try Self.personal(
            UploadPage(
                uploads: try found.map { try UploadWire($0.number, $0.upload) },
                next: found.count == Self.pageSize ? found.last?.number : nil))
    }

    /// Answers 200 with one outcome for each decision.
    @Sendable private func decide(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let body = try await request.bytes(upTo: BodyLimits.report)
        let request = try JSON.decode(DecisionRequest.self, from: Data(body.readableBytesView))
        let checked = try request.checked(environment.taxonomy, limit: Self.mostDecisions)
        let outcomes = try await decisions.decide(
            checked, at: try context.station(), by: .key(context.credential), now: environment.now())
        return try Self.personal(DecisionAnswer(outcomes: outcomes.map(DecisionAnswer.word)))
    }

    @Sendable private func keys(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let now = environment.now()
        let keys = try await stationReview.keys(of: context.station())
        return try Self.personal(KeyList(keys: keys.map { KeyWire($0, at: now) }))
    }

    /// Answers 201 with the key, which is only shown once.
    @Sendable private func makeKey(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let body = try await request.bytes(upTo: BodyLimits.report)
        let wish = try JSON.decode(KeyRequest.self, from: Data(body.readableBytesView)).checked()
        let station = try context.station()
        let made = try await explained {
            try await keyIssuer.makeKey(
                for: station, label: wish.label, replacing: wish.replaces, grace: wish.grace,
                at: environment.now())
        }
        return try JSON.response(
            NewKeyWire(id: made.id, key: made.secret, label: wish.label), status: .created,
            headers: [
                .cacheControl: Freshness.personal,
                .location: "/v1/stations/\(station.rawValue)/keys/\(made.id)",
            ])
    }

    @Sendable private func revokeKey(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let station = try context.station()
        try await explained {
            try await stationReview.revokeKey(
                context.parameters.get("key") ?? "", of: station, sparingLast: true, at: environment.now())
        }
        return Response(status: .noContent)
    }

    private func explained<Outcome>(_ act: () async throws -> Outcome) async throws -> Outcome {
        do {
            return try await act()
        } catch let refusal as KeyRefusal {
            switch refusal {
            case .unknownStation: throw Problem(.unknownStation)
            case .unknownKey: throw Problem(.unknownKey)
            case .tooMany:
                throw Problem(
                    .tooManyKeys,
                    "A station has at most \(StationKey.limit) keys in force, "
                        + "and \(StationKey.endingLimit) more that end soon.")
            case .last:
                throw Problem(.lastKey, "Make another key in its place; with graceHours 0 it ends at once.")
            }
        }
    }

    private static func personal(_ value: some Encodable) throws -> Response {
        try JSON.response(value, headers: [.cacheControl: Freshness.personal])
    }
}

extension Request {
    /// The number at which the previous page ended.
    fileprivate func page() throws -> Int64? {
        guard let text = text("before") else { return nil }
        guard let number = Int64(text), number > 0
        else { throw Problem.parameter("before", "before is what the page before gave as next.") }
        return number
    }
}
