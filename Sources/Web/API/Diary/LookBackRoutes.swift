import Alerts
package import Allergens
import Association
import Diary
import Foundation
package import Geography
import HTTP
import HTTPTypes
import Hummingbird
package import Observations
import People

/// The diary looked back on: beside what was in the air, and put together.
struct LookBackRoutes: Sendable {
    let diaryStore: any DiaryStore
    let profileStore: any ProfileStore
    let fenceStore: any OwnFenceStore
    let measuredAir: any MeasuredAirSource
    let environment: APIEnvironment

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, "/v1/me/diary/air", .subscriber, handler: air),
            Endpoint(.get, "/v1/me/diary/insights", .subscriber, handler: insights),
            Endpoint(.get, "/v1/me/diary/associations", .subscriber, handler: associations),
        ]
    }

    @Sendable private func air(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let zone = try await profileStore.profile(of: context.account).timeZone
        let days = try request.diaryDays(until: CivilDate(at: environment.now(), in: zone))
        let fences = try await fenceStore.fences(of: context.account)
        let air = try await measuredAir.measuredAir(around: fences.compactMap(\.area.middle), days: days)
        return try JSON.response(
            MeasuredAirAnswer(air, at: fences, on: days, environment.taxonomy),
            headers: [.cacheControl: Freshness.personal])
    }

    @Sendable private func insights(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let zone = try await profileStore.profile(of: context.account).timeZone
        let entries = try await diaryStore.diary(of: context.account, days: CivilDate.accepted)
        let noted = entries.lazy.filter { !$0.isEmpty }.map(\.day)
        let today = CivilDate.present(in: zone, at: environment.now(), noted: noted)
        return try JSON.response(
            InsightsAnswer(DiaryInsights(entries, today: today), today: today),
            headers: [.cacheControl: Freshness.personal])
    }

    @Sendable private func associations(
        _ request: Request, _ context: BreatheContext
    ) async throws -> Response {
        let zone = try await profileStore.profile(of: context.account).timeZone
        let today = CivilDate(at: environment.now(), in: zone)
        let days = today.adding(days: 1 - DiaryRoutes.longestSpan)...today
        async let kept = diaryStore.diary(of: context.account, days: days)
        let fences = try await fenceStore.fences(of: context.account)
        // The exposure of the first day counts the days before it.
        let air = try await measuredAir.measuredAir(
            around: fences.compactMap(\.area.middle), days: days.lowerBound.adding(days: -7)...days.upperBound
        )
        let entries = try await kept
        let measure = DiaryMeasure.best(of: entries, atLeast: PollenAssociation.leastDays)
        let answer = AssociationsAnswer(measure, entries, air, at: fences, environment.taxonomy)
        return Response(
            status: .ok, headers: [.cacheControl: Freshness.personal, .contentType: "application/json"],
            body: ResponseBody(byteBuffer: answer.json()))
    }
}

/// Finds what stations measured around places.
package protocol MeasuredAirSource: Sendable {
    /// The values of the nearest stations.
    func measuredAir(around places: [Coordinate], days: ClosedRange<CivilDate>) async throws -> MeasuredAir
}
