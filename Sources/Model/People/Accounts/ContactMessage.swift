package import Foundation

/// A message to the operators of the service.
package struct ContactMessage: Sendable, Identifiable {
    package struct ID: RawRepresentable, Hashable, Sendable {
        package let rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }

        /// A new identifier that cannot be guessed.
        package static func random() -> ID { ID(rawValue: UUID().uuidString.lowercased()) }
    }

    /// What it is about.
    package enum Topic: String, CaseIterable, Sendable, Codable {
        case suggestion, correction, comment, problem
    }

    /// A message as its author wrote it.
    package struct Draft: Hashable, Sendable {
        package let topic: Topic
        package let text: String
        /// The e-mail address for an answer.
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
    /// Grows in the order in which messages arrive.
    package let number: Int64
    /// The author; `nil` when nobody was signed in.
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

    /// The number of characters in a text: up to a page.
    package static let textLength = 1...2_000
    /// The number of characters in the path of a page.
    package static let pageLength = 1...200
}
