import Allergens
import Foundation
import HTTP
import HTTPTypes
import Hummingbird
import NIOCore
import People

/// When a subscriber wants to be reminded of the diary.
struct ReminderRoutes: Sendable {
    let reminderStore: any ReminderStore
    let profileStore: any ProfileStore
    let environment: APIEnvironment

    /// The days whose reminders are told.
    static let recentDays = 7

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, "/v1/me/reminders", .subscriber, handler: read),
            Endpoint(.put, "/v1/me/reminders", .subscriber, for: .health, handler: write),
        ]
    }

    @Sendable private func read(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try await answer(context)
    }

    @Sendable private func write(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let body = Data(try await request.bytes(upTo: BodyLimits.profile).readableBytesView)
        let plan = try JSON.decodeStrictly(ReminderPlanRequest.self, from: body).checked()
        _ = try await reminderStore.keep(plan, of: context.account, at: environment.now())
        return try await answer(context)
    }

    private func answer(_ context: BreatheContext) async throws -> Response {
        let zone = try await profileStore.profile(of: context.account).timeZone
        let first = CivilDate(at: environment.now(), in: zone).adding(days: 1 - Self.recentDays)
        let (plan, due) = try await reminderStore.reminderPlan(of: context.account)
        let recent = try await reminderStore.reminders(of: context.account, since: first)
        return try JSON.response(
            ReminderPlanAnswer(plan, due: due, recent: recent, in: zone),
            headers: [.cacheControl: Freshness.personal])
    }
}
