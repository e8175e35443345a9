import Alerts
import Foundation
import HTTP
import Hummingbird
import Localisation
import NIOCore
import People

/// The moderators' view of alerts, and their decisions.
struct ModerationRoutes: Sendable {
    private let queue: any ModerationQueue
    private let reportIntake: any ReportIntake
    private let environment: APIEnvironment
    private let phrases = MessageCatalogue(.english)

    init(queue: any ModerationQueue, reportIntake: any ReportIntake, environment: APIEnvironment) {
        self.queue = queue
        self.reportIntake = reportIntake
        self.environment = environment
    }

    /// Alerts in one answer.
    private static let pageSize = 100

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, "/v1/moderation/alerts", .moderator, handler: list),
            Endpoint(.put, "/v1/moderation/alerts/{alert}", .moderator, handler: decide),
            Endpoint(.delete, "/v1/moderation/alerts/{alert}/decision", .moderator, handler: takeBack),
            Endpoint(.get, "/v1/moderation/decisions", .moderator, handler: decisions),
        ]
    }

    @Sendable private func list(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let after = try request.number("after") ?? 0
        guard after >= 0, after < 9e15, after == after.rounded()
        else { throw Problem.parameter("after", "after is what the page before gave as next.") }
        let found = try await queue.moderatedAlerts(
            after: Int64(after), limit: Self.pageSize, at: environment.now())
        let answer = ModerationAnswer(
            alerts: found.map {
                ModerationAnswer.Entry($0, message: phrases.message($0.alert, concern: nil))
            },
            next: found.count == Self.pageSize ? found.last?.number : nil)
        return try JSON.response(answer, headers: [.cacheControl: Freshness.personal])
    }

    @Sendable private func decide(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let body = try await request.bytes(upTo: BodyLimits.report)
        let decision = try JSON.decode(ModerationRequest.self, from: Data(body.readableBytesView))
        try await explained {
            try await reportIntake.setHidden(
                decision.hidden, context.alert, by: .moderator(context.account), at: environment.now())
        }
        return Response(status: .noContent)
    }

    /// Takes back the caller's decision, if it is the latest about the alert.
    @Sendable private func takeBack(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try await explained {
            try await reportIntake.takeBackDecision(
                on: context.alert, by: context.account, at: environment.now())
        }
        return Response(status: .noContent)
    }

    @Sendable private func decisions(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let found = try await queue.moderationEntries(
            before: try request.entryNumber("before") ?? .max, limit: Self.pageSize + 1)
        let page = found.prefix(Self.pageSize)
        let answer = DecisionsAnswer(
            decisions: page.map {
                DecisionsAnswer.Entry(
                    alert: phrases.message($0.alert, concern: nil),
                    decision: ModerationAnswer.Decision($0.decision),
                    revocable: $0.revoker == context.account)
            },
            next: found.count > page.count ? page.last?.number : nil)
        return try JSON.response(answer, headers: [.cacheControl: Freshness.personal])
    }
}
