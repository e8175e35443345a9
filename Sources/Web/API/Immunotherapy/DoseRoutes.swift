import Allergens
import Foundation
import HTTP
import HTTPTypes
import Help
import Hummingbird
import NIOCore
import People

/// The doses of immunotherapy, day by day: one of each allergen a day.
struct DoseRoutes: Sendable {
    let helpStore: any HelpStore
    let profileStore: any ProfileStore
    let attention: AttentionRule
    let environment: APIEnvironment

    var endpoints: [Endpoint] {
        let one = "/v1/me/help/days/{day}/doses/{treatment}"
        return [
            Endpoint(.get, "/v1/me/help/doses", .subscriber, handler: list),
            Endpoint(.get, one, .subscriber, handler: self.one),
            Endpoint(.put, one, .subscriber, for: .help, handler: note),
            Endpoint(.delete, one, .subscriber, handler: remove),
        ]
    }

    @Sendable private func list(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let zone = try await profileStore.profile(of: context.account).timeZone
        let days = try request.diaryDays(until: CivilDate(at: environment.now(), in: zone))
        let kept = try await helpStore.helpDays(DoseDay.self, of: context.account, days)
        let doses = kept.flatMap { day, part in part.doses.map { DoseAnswer(day: day, dose: $0) } }
        return try JSON.response(
            DosesAnswer(doses: doses), headers: [.cacheControl: Freshness.personal])
    }

    @Sendable private func one(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let (day, allergen) = try (context.day, context.treatment)
        let kept = try await helpStore.helpDays(DoseDay.self, of: context.account, day...day).first
        guard let dose = kept?.part[allergen] else { throw Problem(.unknownRecord) }
        return try JSON.response(
            DoseAnswer(day: day, dose: dose), headers: [.cacheControl: Freshness.personal])
    }

    /// Notes the dose of a day; the same again changes nothing.
    @Sendable private func note(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let body = Data(try await request.bytes(upTo: BodyLimits.diary).readableBytesView)
        let (day, allergen) = try (context.day, context.treatment)
        let dose = try JSON.decodeStrictly(DoseDocument.self, from: body).checked(of: allergen)
        guard day.firstStart <= environment.now()
        else { throw Problem.parameter("day", "The day has not begun yet.") }
        let zone = try await profileStore.profile(of: context.account).timeZone
        do {
            _ = try await helpStore.change(DoseDay.self, of: context.account, on: day) { former in
                var doses = former ?? DoseDay()
                try doses.note(dose)
                return doses
            }
        } catch let refusal as HelpRefusal {
            throw Problem(refusal)
        }
        let language = request.preferredLanguage
        let said = attention.answer(to: dose.reaction?.symptoms ?? [], in: language, zone)
        return try JSON.response(
            DoseAnswer(day: day, dose: dose, attention: said),
            headers: [.cacheControl: Freshness.personal]
        ).worded(in: language)
    }

    @Sendable private func remove(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let (day, allergen) = try (context.day, context.treatment)
        _ = try await helpStore.change(DoseDay.self, of: context.account, on: day) { former in
            guard var doses = former, doses[allergen] != nil else { throw Problem(.unknownRecord) }
            doses.remove(allergen)
            return doses
        }
        return Response(status: .noContent)
    }
}

extension BreatheContext {
    /// The allergen that the path names.
    fileprivate var treatment: TreatedAllergen {
        get throws {
            let text = parameters.get("treatment") ?? ""
            let allergen = TreatedAllergen(rawValue: text.removingPercentEncoding ?? text)
            guard let allergen else {
                throw Problem.parameter(
                    "treatment", "treatment is food:, air: or own: with a code, a key or a name.")
            }
            return allergen
        }
    }
}
