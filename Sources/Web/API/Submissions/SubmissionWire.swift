import Articles
import Authoring
import Foundation
import HTTP
import People

/// An article of an expert in a list.
struct SubmissionSummary: Encodable {
    let id: String
    let title: String
    let state: ExpertArticle.State
    let revision: Int
    let changed: Date
    /// The path of its page, if readers see it.
    let page: String?
    /// The name under which it is published.
    let byline: String
    /// The number of remarks on the text as it is.
    let remarks: Int

    init(_ submission: ExpertArticle) {
        (id, title) = (submission.id.rawValue, submission.manuscript.title)
        (state, revision, changed) = (submission.state, submission.revision, submission.changed)
        page = submission.page
        byline = submission.manuscript.byline
        remarks = submission.remarks.count { $0.revision == submission.revision }
    }
}

extension ExpertArticle {
    /// The path of the page that readers see.
    fileprivate var page: String? {
        state == .retired ? nil : publication.map { "/articles/\($0.name)" }
    }
}

/// All articles of an author, and the subjects that they can have.
struct SubmissionListAnswer: Encodable {
    let articles: [SubmissionSummary]
    let keywords: [ArticleSummary.Keyword]
    let limit = ExpertArticle.limit
}

/// What reviewers have to read.
struct ReviewListAnswer: Encodable {
    struct Entry: Encodable {
        let article: SubmissionSummary
        /// Whether the caller has written it, and so cannot review it.
        let own: Bool
    }

    let articles: [Entry]
    /// The value of `after` for the next page.
    let next: Int64?
}

/// An article of an expert with all that is known of it.
struct SubmissionAnswer: Encodable {
    struct Event: Encodable {
        let act: SubmissionAct
        /// Only for reviewers.
        let by: String?
        let at: Date
    }

    struct Remark: Encodable {
        let id: String
        /// Only for reviewers.
        let by: String?
        let revision: Int
        let language: String
        let paragraph: Int
        let quote: String
        let text: String
        let at: Date
    }

    let article: SubmissionSummary
    let manuscript: ManuscriptDocument
    /// The media type of its picture, if it has one.
    let picture: String?
    let correction: String?
    let version: Int?
    let created: Date
    let events: [Event]
    let remarks: [Remark]
    /// Whether the caller has written it.
    let own: Bool

    /// - Parameters:
    ///   - submission: The article.
    ///   - reader: Who asks: its author does not learn the names of reviewers.
    init(_ submission: ExpertArticle, for reader: Account.ID) {
        let isOwn = reader == submission.author
        article = SubmissionSummary(submission)
        manuscript = ManuscriptDocument(submission.manuscript)
        (picture, own) = (submission.picture?.rawValue, isOwn)
        correction = submission.state == .published ? nil : submission.correction
        version = submission.publication?.version
        created = submission.created
        events = submission.events.map { Event(act: $0.act, by: isOwn ? nil : $0.actor, at: $0.time) }
        remarks = submission.remarks.map { Remark($0, isNamed: !isOwn) }
    }
}

extension SubmissionAnswer.Remark {
    init(_ remark: SubmissionRemark, isNamed: Bool) {
        id = remark.id
        (by, revision, at) = (isNamed ? remark.reviewer : nil, remark.revision, remark.time)
        (language, paragraph) = (remark.content.language.rawValue, remark.content.paragraph)
        (quote, text) = (remark.content.quote, remark.content.text)
    }
}

/// An article as readers would see it.
struct PreviewAnswer: Encodable {
    let html: String
    let language: String
}

/// A step that is asked for.
struct SubmissionActRequest: StrictDocument {
    static let members: Set = ["act", "correction", "revision"]

    let act: String
    let correction: String?
    /// The text that the caller has seen.
    let revision: Int?

    /// - Throws: One ``Problem`` that names every mistake.
    func checked(_ acts: Set<SubmissionAct>) throws -> SubmissionAct {
        var mistakes = Mistakes(.invalidArticle)
        let act = SubmissionAct(rawValue: act).flatMap { acts.contains($0) ? $0 : nil }
        if act == nil {
            let names = acts.map(\.rawValue).sorted().joined(separator: ", ")
            mistakes.note("/act", "This is one of \(names).")
        }
        if act == .correct {
            mistakes.text(correction ?? "", within: 1...Self.longestCorrection, at: "/correction")
        } else if correction != nil {
            mistakes.note("/correction", "Only the act correct says what is corrected.")
        }
        try mistakes.check()
        guard let act else { preconditionFailure("what was checked has no mistakes") }
        return act
    }

    /// The most characters that describe a correction to readers.
    static let longestCorrection = 200
}

/// A remark that a reviewer sends.
struct RemarkRequest: StrictDocument {
    static let members: Set = ["language", "paragraph", "quote", "text"]

    let language: String
    let paragraph: Int
    let quote: String
    let text: String

    /// - Throws: One ``Problem`` that names every mistake.
    func checked() throws -> SubmissionRemark.Content {
        typealias Content = SubmissionRemark.Content
        var mistakes = Mistakes(.invalidArticle)
        let language = mistakes.word(language, at: "/language", as: Language.self)
        if !Content.paragraphs.contains(paragraph) {
            mistakes.note(
                "/paragraph", "A paragraph is a number from 0 to \(Content.paragraphs.upperBound).")
        }
        mistakes.text(quote, within: 0...Content.longestQuote, at: "/quote", lines: true)
        mistakes.text(text, within: 1...Content.longestText, at: "/text", lines: true)
        try mistakes.check()
        return Content(language: language ?? .english, paragraph: paragraph, quote: quote, text: text)
    }
}

extension Problem {
    /// Explains why something is not done to an article.
    init(refused refusal: SubmissionRefusal) {
        switch refusal {
        case .unknown: self.init(.unknownSubmission)
        case .own: self.init(.ownArticle, "You have written this article; somebody else reviews it.")
        case .state(let state):
            self.init(.articleState, "The article is \(state.rawValue), which does not allow this.")
        case .changed(let revision):
            self.init(.changedMeanwhile, "The text has the revision \(revision) now; read it again.")
        case .noRemarks:
            self.init(.noRemarks, "Say in at least one remark on this text what is to be changed.")
        case .published:
            self.init(.articleState, "Readers know the article, so it can be retired but not deleted.")
        case .tooMany: self.init(.tooManyRecords, "The limit is \(ExpertArticle.limit) articles.")
        case .tooManyRemarks:
            self.init(.tooManyRecords, "The limit is \(ExpertArticle.mostRemarks) remarks on an article.")
        }
    }

    /// Does something to an article, and explains why it is refused.
    static func article<Value>(_ act: () async throws -> Value) async throws -> Value {
        do {
            return try await act()
        } catch let refusal as SubmissionRefusal {
            throw Problem(refused: refusal)
        }
    }
}
