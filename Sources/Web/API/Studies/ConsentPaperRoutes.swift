import Foundation
import HTTP
import HTTPTypes
import Hummingbird
import NIOCore
import Papers
import People
import Studies

/// The consent that somebody gave, as a document to keep.
///
/// It is made anew each time, from the consent that is kept sealed with the account, and is kept nowhere itself. This
/// is so in both modes: where answers belong to nobody, a consent still belongs to a person, as joining does, and no
/// answer leads to it. So a paper has neither answers nor a pseudonym, and nobody but the person can ask for it.
struct ConsentPaperRoutes: Sendable {
    let studies: any StudyStore
    let store: any StudyPartStore
    let environment: APIEnvironment

    var endpoints: [Endpoint] {
        [Endpoint(.get, "/v1/me/studies/{study}/consent/paper", .subscriber, handler: paper)]
    }

    @Sendable private func paper(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let number = try request.entryNumber("version")
        let consents = try await store.consents(to: context.study, of: context.account)
        let given = consents.last { number == nil || Int64($0.agreement.version) == number }
        guard let given, let study = try await studies.study(context.study),
            let version = try await studies.version(given.agreement.version, of: study.id)
        else { throw Problem(.unknownStudy) }
        let language = Language(rawValue: given.agreement.language) ?? request.preferredLanguage
        let paper = try ConsentPaper(
            GivenConsent(version.content, study.settings, given, in: language), in: language)
        return Response(
            status: .ok,
            headers: [
                .contentType: "application/pdf", .cacheControl: Freshness.personal,
                .contentDisposition: "attachment; filename=\"consent-\(version.number).pdf\"",
            ], body: ResponseBody(byteBuffer: ByteBuffer(bytes: try paper.file(at: environment.now())))
        ).worded(in: language)
    }
}

extension GivenConsent {
    /// The words of a version in the language in which they were read.
    fileprivate init(
        _ content: StudyContent, _ settings: StudySettings, _ given: StudyConsent, in language: Language
    ) {
        func words(_ wording: [String: String]) -> String { StudyWords(wording, for: language)?.text ?? "" }
        self.init(
            title: words(content.title), purpose: words(content.purpose), contact: words(content.contact),
            ethics: content.ethics, consent: words(content.consent), points: content.points.map(words),
            options: zip(content.options, given.agreement.options).map {
                GivenConsent.Option(words: words($0), isAgreed: $1)
            }, settings: settings, given: given)
    }
}
