import Alerts
package import Foundation
import Localisation
package import Mail
package import People

/// Sends mail about accounts.
///
/// The secret of a link follows the `#` of its URL. Browsers do not send that part, so neither logs nor other
/// sites see it. The page behind the link asks for a click, so that programs that scan mails do not use up
/// the link.
package struct AccountMailer: Sendable {
    private let client: MailClient
    private let sender: MailAddress
    private let address: PublicAddress
    private let now: @Sendable () -> Date

    /// Creates the mailer.
    ///
    /// - Parameters:
    ///   - client: The client that passes mail to the gateway.
    ///   - sender: The sender's address.
    ///   - address: The absolute base URL of links.
    ///   - now: The present.
    package init(
        client: MailClient, sender: MailAddress, address: PublicAddress, now: @escaping @Sendable () -> Date
    ) {
        self.client = client
        self.sender = sender
        self.address = address
        self.now = now
    }

    /// Sends a mail.
    ///
    /// - Returns: `false` when a retry may help; an address that the server refused stays refused.
    package func send(_ note: AccountNote, to recipient: String, in language: Language) async -> Bool {
        guard let recipient = MailAddress(recipient) else { return true }
        let link = address.link(of: note)
        let words = MessageCatalogue(language).letter(of: note, link: link)
        let paper = EmailTemplate(
            language: language, letter: words.letter,
            action: words.link.map { EmailTemplate.Link(sentence: $0, address: link) })
        let message = MailMessage(
            from: sender, senderName: "Breathe Easy", to: recipient, subject: words.letter.subject,
            text: paper.text, html: paper.html, id: "account-\(UUID().uuidString.lowercased())", date: now(),
            unsubscribe: nil)
        guard let message else { preconditionFailure("our own subjects have one line") }
        do {
            try await client.send(message)
            return true
        } catch {
            guard case .failed = EmailClient.outcome(of: error) else { return true }
            return false
        }
    }
}

extension PublicAddress {
    /// The link in a mail.
    fileprivate func link(of note: AccountNote) -> String {
        switch note {
        case .signUp(_, let token), .change(_, let token): verification(with: token)
        case .reset(_, let token): passwordReset(with: token)
        case .knownAddress: text + "/sign-in"
        case .newPassword: text + "/reset-password"
        case .changed: start
        }
    }

    /// The page on which users confirm that an address is theirs.
    package func verification(with token: String) -> String { "\(text)/verify#\(token)" }

    /// The page on which users choose a new password.
    package func passwordReset(with token: String) -> String { "\(text)/reset-password#\(token)" }
}
