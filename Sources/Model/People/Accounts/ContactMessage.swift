package import Foundation

/// What somebody writes to those who run the service.
package struct ContactMessage: Sendable, Identifiable {
    package struct ID: RawRepresentable, Hashable, Sendable {
        package let rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }

        /// A new identifier that nobody can guess.
        package static func random() -> ID { ID(rawValue: UUID().uuidString.lowercased()) }
    }

    /// What it is about.
    package enum Topic: String, CaseIterable, Sendable, Codable {
        case suggestion, correction, comment, problem
    }

    /// A message as it is written.
    package struct Draft: Hashable, Sendable {
        package let topic: Topic
        package let text: String
        /// An e-mail address to which an answer may go.
        package let replyTo: String?
        /// The path of the page on which it was written.
        package let page: String?

        package init(topic: Topic, text: String, replyTo: String? = nil, page: String? = nil) {
            self.topic = topic
            self.text = text
            self.replyTo = replyTo
            self.page = page
        }
    }

    package let id: ID
    /// Grows in the order in which messages come.
    package let number: Int64
    /// Who wrote it; `nil` when nobody was signed in.
    package let account: Account?
    package let draft: Draft
    package let sent: Date

    package init(id: ID, number: Int64, account: Account?, draft: Draft, sent: Date) {
        self.id = id
        self.number = number
        self.account = account
        self.draft = draft
        self.sent = sent
    }

    /// Characters of a text: a page.
    package static let textLength = 1...2_000
    /// Characters of the path of a page.
    package static let pageLength = 1...200
}
