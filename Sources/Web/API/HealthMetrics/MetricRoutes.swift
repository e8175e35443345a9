import Allergens
import Foundation
import HTTP
import HTTPTypes
import HealthMetrics
import Hummingbird
import NIOCore
import People

/// What was measured of a subscriber, by hand or by devices.
struct MetricRoutes: Sendable {
    let metricStore: any MetricStore
    let profileStore: any ProfileStore
    let environment: APIEnvironment

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, "/v1/me/metrics", .subscriber, handler: list),
            Endpoint(.post, "/v1/me/metrics", .contributor, for: .health, handler: add),
            Endpoint(.get, "/v1/me/metrics/plan", .subscriber, handler: readPlan),
            Endpoint(.put, "/v1/me/metrics/plan", .subscriber, for: .health, handler: writePlan),
            Endpoint(.get, "/v1/me/metrics/{day}", .subscriber, handler: one),
            Endpoint(.delete, "/v1/me/metrics/{day}", .subscriber, handler: remove),
        ]
    }

    @Sendable private func list(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let zone = try await profileStore.profile(of: context.account).timeZone
        let days = try request.diaryDays(until: CivilDate(at: environment.now(), in: zone))
        let found = try await metricStore.metricDays(of: context.account, days)
        let plan = try await metricStore.metricPlan(of: context.account)
        return try JSON.response(
            MetricListAnswer(found, plan), headers: [.cacheControl: Freshness.personal])
    }

    @Sendable private func one(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let day = try context.day
        guard let figures = try await metricStore.metricDays(of: context.account, day...day).first
        else { throw Problem(.unknownMetric) }
        let metrics = try await metricStore.metrics(of: context.account, on: day)
        return try JSON.response(
            MetricDayAnswer(figures, metrics), headers: [.cacheControl: Freshness.personal])
    }

    /// Takes values in any of three forms; each that is not kept is named with the reason.
    @Sendable private func add(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let isTable = request.isTable
        let body = try await request.bytes(upTo: BodyLimits.metrics, as: isTable ? .any : .json)
        let sent =
            try isTable
            ? MetricSubmission(table: Array(body.readableBytesView))
            : MetricSubmission(document: Data(body.readableBytesView))
        try sent.check()
        let token = context.knownVisitor.session == nil ? context.credential : nil
        let refusals = try await metricStore.keep(
            sent.batch, of: context.account, from: token, at: environment.now())
        return try JSON.response(
            MetricReceipt(sent, refusals), headers: [.cacheControl: Freshness.personal])
    }

    @Sendable private func remove(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let kind = try request.text("kind").map { text in
            guard let kind = MetricKind(rawValue: text) else {
                throw Problem.parameter("kind", "kind is one of \(MetricKind.names).")
            }
            return kind
        }
        let time = try request.text("time").map { text in
            guard let time = Date(rfc3339: text) else {
                throw Problem.parameter("time", "time is as in RFC 3339, such as 2026-04-08T13:00:00Z.")
            }
            return time
        }
        let isRemoved = try await metricStore.removeMetrics(
            kind, at: time, of: context.account, on: try context.day, now: environment.now())
        guard isRemoved else { throw Problem(.unknownMetric) }
        return Response(status: .noContent)
    }

    @Sendable private func readPlan(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try await answerPlan(context)
    }

    @Sendable private func writePlan(
        _ request: Request, _ context: BreatheContext
    ) async throws -> Response {
        let body = Data(try await request.bytes(upTo: BodyLimits.profile).readableBytesView)
        let plan = try JSON.decodeStrictly(MetricPlanDocument.self, from: body).checked()
        try await metricStore.keep(plan, of: context.account)
        return try await answerPlan(context)
    }

    private func answerPlan(_ context: BreatheContext) async throws -> Response {
        let plan = try await metricStore.metricPlan(of: context.account)
        return try JSON.response(MetricPlanDocument(plan), headers: [.cacheControl: Freshness.personal])
    }
}

extension Request {
    /// Whether the body is a table in CSV.
    fileprivate var isTable: Bool {
        let type = headers[.contentType]?.split(separator: ";").first ?? ""
        return type.trimmingCharacters(in: .whitespaces).lowercased() == "text/csv"
    }
}

extension MetricKind {
    /// The names of all kinds, for people.
    static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
