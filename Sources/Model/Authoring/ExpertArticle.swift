package import Foundation
package import People

/// An article of an expert: what is being written, and how far it is on its way to readers.
package struct ExpertArticle: Sendable, Hashable {
    package struct ID: RawRepresentable, Hashable, Sendable {
        package let rawValue: String

        package init(rawValue: String) { self.rawValue = rawValue }
    }

    /// How far it is.
    ///
    /// The set is closed: clients show it in their own words.
    package enum State: String, CaseIterable, Sendable, Codable {
        /// The author writes, for the first time or in order to correct what is published.
        case draft
        /// Reviewers read it, and it cannot be changed.
        case submitted
        /// Reviewers have remarks, and the author writes again.
        case returned
        /// A reviewer has found it good; it waits to be published.
        case accepted
        /// Readers see it as it is.
        case published
        /// Readers no longer see it.
        case retired

        /// Whether the author can change the text.
        package var isOpen: Bool { self == .draft || self == .returned }
        /// Whether reviewers can read it.
        package var isReviewable: Bool { self != .draft && self != .returned }
    }

    /// Orders submissions by when they were begun.
    package let number: Int64
    package let id: ID
    package let author: Account.ID
    package let state: State
    /// The number of the text: one more with each change of it.
    package let revision: Int
    package let manuscript: Manuscript
    /// The form of its picture, if it has one.
    package let picture: ManuscriptPicture.Format?
    /// What is corrected, if an earlier version is published and another is being written.
    package let correction: String?
    /// What readers see of it; `nil` before it is published.
    package let publication: Publication?
    package let created: Date
    /// When the text was last kept.
    package let changed: Date
    package let events: [SubmissionEvent]
    package let remarks: [SubmissionRemark]

    package init(
        number: Int64, id: ID, author: Account.ID, state: State, revision: Int, manuscript: Manuscript,
        picture: ManuscriptPicture.Format?, correction: String?, publication: Publication?, created: Date,
        changed: Date, events: [SubmissionEvent], remarks: [SubmissionRemark]
    ) {
        (self.number, self.id, self.author, self.state) = (number, id, author, state)
        (self.revision, self.manuscript, self.picture) = (revision, manuscript, picture)
        (self.correction, self.publication) = (correction, publication)
        (self.created, self.changed) = (created, changed)
        (self.events, self.remarks) = (events, remarks)
    }

    /// The most articles that an account keeps, retired ones too.
    package static let limit = 50
    /// The most remarks on an article; a text with more should be written anew.
    package static let mostRemarks = 200

    /// What readers see of a submission.
    package struct Publication: Sendable, Hashable {
        /// The name of the article in addresses.
        package let name: String
        /// The number of its latest version, from 1.
        package let version: Int

        package init(name: String, version: Int) { (self.name, self.version) = (name, version) }
    }
}

/// A step of an article on its way.
package struct SubmissionEvent: Sendable, Hashable {
    package let act: SubmissionAct
    /// The name of who did it; `nil` once the account is deleted.
    package let actor: String?
    /// The text that it was done to.
    package let revision: Int
    package let time: Date

    package init(act: SubmissionAct, actor: String?, revision: Int, time: Date) {
        (self.act, self.actor, self.revision, self.time) = (act, actor, revision, time)
    }
}

/// What a reviewer says of a passage.
package struct SubmissionRemark: Sendable, Hashable {
    /// The words of a remark, and where they belong.
    package struct Content: Sendable, Hashable, Codable {
        package let language: Language
        /// The paragraph of the body, counted from 1; 0 for the title, the sentence and the whole.
        package let paragraph: Int
        /// The passage as it was written.
        package let quote: String
        package let text: String

        package init(language: Language, paragraph: Int, quote: String, text: String) {
            (self.language, self.paragraph) = (language, paragraph)
            (self.quote, self.text) = (quote, text)
        }

        /// The most characters of a passage, and of what is said of it.
        package static let longestQuote = 300, longestText = 1_000
        /// The numbers of paragraphs; a text of the largest size has fewer.
        package static let paragraphs = 0...10_000
    }

    package let id: String
    /// The name of the reviewer; `nil` once the account is deleted.
    package let reviewer: String?
    /// The text that it is about.
    package let revision: Int
    package let content: Content
    package let time: Date

    package init(id: String, reviewer: String?, revision: Int, content: Content, time: Date) {
        (self.id, self.reviewer, self.revision) = (id, reviewer, revision)
        (self.content, self.time) = (content, time)
    }
}
