import Alerts
import Allergens
import Diary
import Foundation
import HTTP
import HTTPTypes
import Hummingbird
import NIOCore
import Observations
import Papers
import People

/// The diary as files for a doctor, with what was in the air.
struct SummaryRoutes: Sendable {
    let diaryStore: any DiaryStore
    let profileStore: any ProfileStore
    let fenceStore: any OwnFenceStore
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
            allergens: profile.watches.isEmpty ? measured : own)
    }

    @Sendable private func fhir(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let summary = try await summary(request, context)
        let resources = FHIRSummary(summary, base: environment.base(of: request)).resources
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

/// A line for each day with an entry or a value in the air.
struct DiaryTable {
    let text: String

    /// What is empty was not said, and not measured.
    init(_ summary: DiarySummary) {
        let (allergens, air, days) = (summary.allergens, summary.air, summary.days)
        let byDay = Dictionary(uniqueKeysWithValues: summary.entries.map { ($0.day, $0) })
        let scores = ["dss", "dms", "csms", "tnss", "toss", "rtss"]
        let columns = allergens.map { "\($0.id.rawValue) (\($0.unit?.rawValue ?? ""))" }
        var table = CSVTable(
            columns: ["day"] + DiaryQuestion.allCases.map(\.rawValue) + scores
                + ["medicines", "symptoms", "note"] + columns)
        for day in days.lowerBound.daysSinceEpoch...days.upperBound.daysSinceEpoch {
            let day = CivilDate(daysSinceEpoch: day)
            let values = allergens.map { air.series[$0.id]?.values[day] }
            let entry = byDay[day]
            guard entry != nil || values.contains(where: { $0 != nil }) else { continue }
            table.add(
                [day.description] + Self.fields(of: entry)
                    + values.map { $0.map { "\(($0 * 10).rounded() / 10)" } })
        }
        text = table.text
    }

    private static func fields(of entry: DiaryEntry?) -> [String?] {
        let answers = DiaryQuestion.allCases.map { question in entry?.answer(to: question).map { "\($0)" } }
        let scores = entry.map(DiaryScores.init)
        let numbers: [String?] = [
            scores?.dss.map(hundredths), scores?.dms.map { "\($0)" }, scores?.csms.map(hundredths),
            scores?.tnss.map { "\($0)" }, scores?.toss.map { "\($0)" }, scores?.rtss.map { "\($0)" },
        ]
        let medicines = DiaryMedicine.allCases.filter { entry?.number(.medicine($0)) == 1 }.map(\.rawValue)
        let symptoms = DiarySymptom.allCases.compactMap { symptom in
            entry?.number(.symptom(symptom)).flatMap(DiarySymptom.Grade.init(number:)).map {
                "\(symptom.rawValue) \($0.rawValue)"
            }
        }
        return answers + numbers + [
            medicines.joined(separator: "; "), symptoms.joined(separator: "; "), entry?.note,
        ]
    }

    private static func hundredths(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }
}
