import Alerts
import Allergens
import Diary
import Foundation
import HTTP
import HTTPTypes
import Help
import Hummingbird
import NIOCore
import Observations
import Papers
import People

/// The diary as files for a doctor, with what was in the air.
struct SummaryRoutes: Sendable {
    let diaryStore: any DiaryStore
    let metricStore: any MetricStore
    let profileStore: any ProfileStore
    let fenceStore: any OwnFenceStore
    let helpStore: any HelpStore
    let measuredAir: any MeasuredAirSource
    let environment: APIEnvironment

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, "/v1/me/diary/fhir", .subscriber, handler: fhir),
            Endpoint(.get, "/v1/me/diary/paper", .subscriber, handler: paper),
            Endpoint(.get, "/v1/me/diary/table", .subscriber, handler: table),
        ]
    }

    private func summary(_ request: Request, _ context: BreatheContext) async throws -> DiarySummary {
        let profile = try await profileStore.profile(of: context.account)
        let days = try request.diaryDays(until: CivilDate(at: environment.now(), in: profile.timeZone))
        let entries = try await diaryStore.diary(of: context.account, days: days)
        let places = try await fenceStore.fences(of: context.account).compactMap(\.area.middle)
        let air = try await measuredAir.measuredAir(around: places, days: days)
        let measured = environment.taxonomy.allergens.filter { air.series[$0.id] != nil }
        let own = measured.filter { allergen in profile.watches.contains { $0.subject.holds(allergen) } }
        return DiarySummary(
            days: days, entries: entries.filter { !$0.isEmpty }, air: air,
            allergens: profile.watches.isEmpty ? measured : own,
            metrics: try await metricStore.metricDays(of: context.account, days),
            treatment: try await treatment(days, context))
    }

    private func treatment(
        _ days: ClosedRange<CivilDate>, _ context: BreatheContext
    ) async throws -> TreatmentNotes {
        TreatmentNotes(
            plan: try await helpStore.records(Medicine.self, of: context.account),
            intakes: try await helpStore.helpDays(Intakes.self, of: context.account, days),
            doses: try await helpStore.helpDays(DoseDay.self, of: context.account, days))
    }

    @Sendable private func fhir(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let summary = try await summary(request, context)
        let zone = try await profileStore.profile(of: context.account).timeZone
        let resources = FHIRSummary(summary, base: environment.base(of: request), in: zone).resources
        var response = try JSON.response(
            FHIRBundle(resources, at: environment.now()), headers: [.cacheControl: Freshness.personal])
        response.headers[.contentType] = FHIRBundle.mediaType
        response.headers[.contentDisposition] = Self.attachment(summary.days, "json")
        return response.linking(in: environment)
    }

    @Sendable private func table(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let summary = try await summary(request, context)
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/csv; charset=utf-8", .cacheControl: Freshness.personal,
                .contentDisposition: Self.attachment(summary.days, "csv"),
            ], body: ResponseBody(byteBuffer: ByteBuffer(string: DiaryTable(summary).text)))
    }

    @Sendable private func paper(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let profile = try await profileStore.profile(of: context.account)
        let language = try request.language("language") ?? request.preferredLanguage
        let summary = try await summary(request, context)
        let now = environment.now()
        let made = CivilDate(at: now, in: profile.timeZone)
        let file = try DiaryPaper(summary, in: language, made: made).file(at: now)
        return Response(
            status: .ok,
            headers: [
                .contentType: "application/pdf", .cacheControl: Freshness.personal,
                .contentDisposition: Self.attachment(summary.days, "pdf"),
            ], body: ResponseBody(byteBuffer: ByteBuffer(bytes: file))
        ).worded(in: language)
    }

    private static func attachment(_ days: ClosedRange<CivilDate>, _ kind: String) -> String {
        "attachment; filename=\"diary-\(days.lowerBound)-\(days.upperBound).\(kind)\""
    }
}

extension Watch.Subject {
    fileprivate func holds(_ allergen: Allergen) -> Bool {
        switch self {
        case .allergen(let id): id == allergen.id
        case .group(let group): group == allergen.group
        }
    }
}
