import Alerts
import Foundation
import Localisation
package import Mail
package import People

/// Mails users' messages to the service's operator.
package struct MessageMailer: Sendable {
    private let client: MailClient
    private let sender: MailAddress
    private let recipient: MailAddress

    /// Creates the mailer.
    ///
    /// - Parameters:
    ///   - client: The client that passes mail to the gateway.
    ///   - sender: The sender's address.
    ///   - recipient: The operator's address.
    package init(client: MailClient, sender: MailAddress, recipient: MailAddress) {
        self.client = client
        self.sender = sender
        self.recipient = recipient
    }

    /// Mails a message; replies go to the address that its author gave.
    ///
    /// - Returns: `false` when a retry may help; a message that the server refused stays refused.
    package func send(_ message: ContactMessage) async -> Bool {
        let author = message.account?.name ?? "a visitor"
        let subject = "\(message.draft.topic.rawValue.capitalized) from \(author)"
        let paper = EmailTemplate(
            language: .english,
            letter: MailText(subject: subject, opening: Self.lines(of: message)))
        let mail = MailMessage(
            from: sender, senderName: "Breathe Easy", to: recipient, subject: subject, text: paper.text,
            html: paper.html, id: "message-\(message.id.rawValue)", date: message.sent, unsubscribe: nil,
            replyTo: message.draft.replyTo.flatMap(MailAddress.init))
        guard let mail else { preconditionFailure("our own subjects have one line") }
        do {
            try await client.send(mail)
            return true
        } catch {
            guard case .failed = EmailClient.outcome(of: error) else { return true }
            return false
        }
    }

    private static func lines(of message: ContactMessage) -> [String] {
        let text = message.draft.text.split(whereSeparator: \.isNewline).map(String.init)
        let page = message.draft.page.map { ["Page: \($0)"] } ?? []
        return text + page + ["Sent: \(message.sent.formatted(.iso8601))"]
    }
}
