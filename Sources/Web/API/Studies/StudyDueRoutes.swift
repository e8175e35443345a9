import Allergens
import Forms
import Foundation
import HTTP
import HTTPTypes
import Hummingbird
import People
import Studies

/// Which forms of a study are asked of somebody who takes part, at a time of their own clock.
struct StudyDueRoutes: Sendable {
    let store: any StudyPartStore
    let environment: APIEnvironment

    var endpoints: [Endpoint] {
        [Endpoint(.get, "/v1/me/studies/{study}/forms", .subscriber, handler: forms)]
    }

    @Sendable private func forms(_ request: Request, _ context: BreatheContext) async throws -> Response {
        guard let moment = FormMoment(rfc3339: request.text("at") ?? environment.now().formatted(.iso8601))
        else { throw Problem.parameter("at", "at is a time as in RFC 3339, with its offset.") }
        let parts = try await store.participations(of: context.account, answers: 1, looks: 1)
        guard let part = parts.last(where: { $0.study.id == context.study })
        else { throw Problem(.unknownStudy) }
        guard part.status == .participating else { throw Problem(refused: .status(part.status)) }
        return try JSON.response(
            StudyDueAnswer(part, at: moment), headers: [.cacheControl: Freshness.personal])
    }
}

/// The forms of a study with what each of them wants of somebody.
struct StudyDueAnswer: Encodable {
    struct AskedForm: Encodable {
        let name: StudyForm.Name
        let title: FormWording
        let state: StudyFormStanding.State
        /// The day of the latest answer, if there is any.
        let answered: CivilDate?
        /// The first day on which another answer is wanted; `nil` if there is none.
        let next: CivilDate?
    }

    /// Where the person is.
    let day: CivilDate
    let forms: [AskedForm]

    init(_ part: StudyParticipation, at moment: FormMoment) {
        let (settings, content) = (part.study.settings, part.study.current?.content)
        let schedules = Dictionary(
            uniqueKeysWithValues: (content?.furtherForms ?? []).map { ($0.name, $0.schedule) })
        let term = StudyTerm(settings.days, joined: part.joined)
        let isOpen = part.study.state == .open
        day = moment.day
        forms = (content?.forms ?? []).map { name, definition in
            let standing = StudyFormStanding(
                schedules[name] ?? settings.schedule, latest: part.latest[name])
            return AskedForm(
                name: name, title: definition.title,
                state: isOpen ? standing.state(at: moment, in: term) : .later,
                answered: standing.answered,
                next: isOpen ? standing.next(after: moment.day, in: term) : nil)
        }
    }
}
