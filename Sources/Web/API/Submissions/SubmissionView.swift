import Articles
import Authoring
import Foundation
import HTTP
import HTTPTypes
import Hummingbird
import NIOCore
import People
import Site

/// How articles of experts are shown to those who work on them.
struct SubmissionView: Sendable {
    let keywords: [String: ArticleKeyword]
    let environment: APIEnvironment

    /// An article, with the revision of its text as its ETag.
    func answer(_ submission: ExpertArticle, for reader: Account.ID) throws -> Response {
        try JSON.response(
            SubmissionAnswer(submission, for: reader),
            headers: [.cacheControl: Freshness.personal, .eTag: "\"\(submission.revision)\""])
    }

    /// An article that an act has changed.
    func created(_ submission: ExpertArticle, at path: String, for reader: Account.ID) throws -> CreatedAnswer
    {
        CreatedAnswer(
            location: "\(path)/\(submission.id.rawValue)",
            body: try JSON.encoder.encode(SubmissionAnswer(submission, for: reader)))
    }

    /// An article in the HTML of its page.
    ///
    /// - Parameters:
    ///   - submission: The article.
    ///   - picture: Where its picture can be read.
    ///   - request: Names the language.
    /// - Returns: The HTML, with the language of its text.
    /// - Throws: A ``Problem`` if there is no text yet, or no such language.
    func preview(_ submission: ExpertArticle, picture: String, _ request: Request) throws -> Response {
        let language = try request.language("language") ?? request.preferredLanguage
        let article = Article(
            previewing: submission, picture: picture, keywords: keywords, on: environment.today)
        guard let article else { throw Problem(.articleState, "The article has no text yet.") }
        let content = ArticleContent(
            article: article, phrases: ArticlePhrases(language), base: environment.base(of: request),
            today: environment.today)
        let answer = PreviewAnswer(
            html: content.reading.map(\.source).joined(),
            language: article.text(in: language).language.rawValue)
        return try JSON.response(answer, headers: [.cacheControl: Freshness.personal])
            .worded(in: language)
    }

    /// A picture, which no browser takes for a page.
    static func answer(_ picture: ManuscriptPicture?) throws -> Response {
        guard let picture else { throw Problem(.unknownPicture) }
        return Response(
            status: .ok,
            headers: [
                .contentType: picture.format.rawValue, .cacheControl: Freshness.personal,
                .contentSecurityPolicy: picturePolicy,
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: picture.bytes)))
    }

    /// What a picture may load if a browser takes it for a page: nothing.
    static let picturePolicy = "sandbox; default-src 'none'; frame-ancestors 'none'"

    /// Refuses an article that lacks what readers are owed.
    func checkComplete(_ submission: ExpertArticle) throws {
        let review = ManuscriptReview(
            of: submission.manuscript, hasPicture: submission.picture != nil, on: environment.today)
        guard review.findings.isEmpty else {
            throw Problem(
                .incompleteArticle,
                errors: review.findings.map { Problem.Detail(pointer: $0.pointer, detail: $0.problem) })
        }
    }
}

extension BreatheContext {
    /// The article that the path names.
    var submission: ExpertArticle.ID { ExpertArticle.ID(rawValue: parameters.get("submission") ?? "") }
}

extension Request {
    /// The revision of the text that is to be replaced, from `If-Match` (RFC 9110, 13.1.1).
    ///
    /// - Throws: A problem with 428 (RFC 6585, 3) if the header is absent, and with 412 if it is no revision.
    var replacedRevision: Int {
        get throws {
            guard let header = headers[.ifMatch] else {
                throw Problem(
                    .preconditionRequired, "Send the ETag of the text that this replaces in If-Match.")
            }
            guard header.count > 2, header.hasPrefix("\""), header.hasSuffix("\""),
                let revision = Int(header.dropFirst().dropLast())
            else { throw Problem(.changedMeanwhile, "If-Match holds one ETag, as \"3\".") }
            return revision
        }
    }
}
