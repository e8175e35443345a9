import Forms
import HTTP
import Hummingbird
import Studies

/// A form of a study as a Questionnaire of FHIR R4, for everybody who may read about the study.
struct StudyQuestionnaireRoutes: Sendable {
    let store: any StudyStore
    let forms: PublishedForms
    let environment: APIEnvironment

    var endpoints: [Endpoint] {
        [Endpoint(.get, "/v1/studies/{study}/questionnaire", .everyone, handler: questionnaire)]
    }

    /// A form of the latest version that is published.
    @Sendable private func questionnaire(
        _ request: Request, _ context: BreatheContext
    ) async throws -> Response {
        guard let study = try await store.study(context.study), study.state != .draft,
            let version = study.current
        else { throw Problem(.unknownStudy) }
        let form = try await forms.form(request.text("form"), in: version.number, of: study.id).form
        // The answers of an export name their form by the same address.
        let home = "\(environment.base(of: request))/fhir"
        return try request.answer(FormQuestionnaire(form, home: home), type: FHIRBundle.mediaType)
            .linking(in: environment)
    }
}
