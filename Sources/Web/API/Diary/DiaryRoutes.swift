import Allergens
import Diary
import Foundation
import HTTP
import HTTPTypes
import Hummingbird
import NIOCore
import People

/// What a subscriber notes about each day.
struct DiaryRoutes: Sendable {
    let diaryStore: any DiaryStore
    let profileStore: any ProfileStore
    let attention: AttentionRule
    let environment: APIEnvironment

    /// The most days of one answer: three years.
    static let longestSpan = 1_096
    /// The days of an answer when nothing else is asked for.
    static let usualSpan = 30

    private struct DiaryAnswer: Encodable { let entries: [DiaryEntryAnswer] }

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, "/v1/me/diary", .subscriber, handler: list),
            Endpoint(.get, "/v1/me/diary/{day}", .subscriber, handler: one),
            Endpoint(.patch, "/v1/me/diary/{day}", .subscriber, for: .health, handler: change),
            Endpoint(.delete, "/v1/me/diary/{day}", .subscriber, handler: remove),
        ]
    }

    @Sendable private func list(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let zone = try await profileStore.profile(of: context.account).timeZone
        let days = try request.diaryDays(until: CivilDate(at: environment.now(), in: zone))
        let entries = try await diaryStore.diary(of: context.account, days: days)
        return try JSON.response(
            DiaryAnswer(
                entries: entries.filter { !$0.isEmpty }.map { DiaryEntryAnswer($0, in: zone) }),
            headers: [.cacheControl: Freshness.personal])
    }

    @Sendable private func one(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let day = try context.day
        let entry = try await diaryStore.diary(of: context.account, days: day...day).first
        guard let entry, !entry.isEmpty else { throw Problem(.unknownDiaryEntry) }
        return try await answer(entry, to: request, context)
    }

    /// Merges what a device says of a day; null takes an item back (as in RFC 7396).
    @Sendable private func change(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try request.expectMergePatch()
        let body = Data(try await request.bytes(upTo: BodyLimits.diary).readableBytesView)
        let day = try context.day
        let now = environment.now()
        let change = try JSON.decodeStrictly(DiaryRequest.self, from: body).checked(at: now)
        let entry: DiaryEntry
        do {
            entry = try await diaryStore.merge(change, on: day, of: context.account, at: now)
        } catch let refusal as DiaryRefusal {
            throw Problem(refusal)
        }
        return try await answer(entry, to: request, context)
    }

    @Sendable private func remove(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let day = try context.day
        guard
            try await diaryStore.removeDiaryEntry(of: context.account, on: day, at: environment.now())
        else { throw Problem(.unknownDiaryEntry) }
        return Response(status: .noContent)
    }

    private func answer(
        _ entry: DiaryEntry, to request: Request, _ context: BreatheContext
    ) async throws -> Response {
        let zone = try await profileStore.profile(of: context.account).timeZone
        var answer = DiaryEntryAnswer(entry, in: zone)
        let language = request.preferredLanguage
        answer.attention = attention.answer(to: entry, in: language, zone)
        return try JSON.response(answer, headers: [.cacheControl: Freshness.personal]).worded(in: language)
    }
}

extension Request {
    /// The days that `from` and `to` name; the last 30 by default.
    func diaryDays(until today: CivilDate) throws -> ClosedRange<CivilDate> {
        let to = try day("to") ?? today
        let from = try day("from") ?? to.adding(days: 1 - DiaryRoutes.usualSpan)
        guard from <= to else { throw Problem.parameter("from", "from lies after to.") }
        guard to.daysSinceEpoch - from.daysSinceEpoch < DiaryRoutes.longestSpan
        else { throw Problem.parameter("from", "One answer holds at most \(DiaryRoutes.longestSpan) days.") }
        return from...to
    }
}

extension BreatheContext {
    /// The day that the path names.
    var day: CivilDate {
        get throws {
            guard let day = parameters.get("day").flatMap({ CivilDate($0) }) else {
                throw Problem.parameter(
                    "day", "day is not a day of the calendar as YYYY-MM-DD, 1870 to 2199.")
            }
            return day
        }
    }
}

extension Problem {
    fileprivate init(_ refusal: DiaryRefusal) {
        switch refusal {
        case .future: self = Problem.parameter("day", "The day has not begun yet.")
        case .beforeDay:
            self.init(
                .invalidDiary,
                errors: [Problem.Detail(pointer: "/said", detail: "The day had not begun by then.")])
        case .tooLate:
            let hours = Int(DiaryEntry.patience / 3_600)
            self.init(
                .diaryTooLate,
                "The questions about a day can be answered for \(hours) hours after it; symptoms and a note for longer."
            )
        case .deleted: self.init(.diaryEntryDeleted)
        }
    }
}
