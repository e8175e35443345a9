package import Alerts
import Foundation
package import Help
import Localisation
package import Mail

/// Mails letters to emergency contacts.
package struct ContactMailer: Sendable {
    private let client: MailClient
    private let sender: MailAddress
    private let address: PublicAddress

    /// Creates the mailer.
    ///
    /// - Parameters:
    ///   - client: The client that passes mail to the gateway.
    ///   - sender: The sender's address.
    ///   - address: The absolute base URL of links.
    package init(client: MailClient, sender: MailAddress, address: PublicAddress) {
        (self.client, self.sender, self.address) = (client, sender, address)
    }

    /// Sends a letter, whose identifier is the same for every try, so that a mailbox that receives it twice
    /// shows it once.
    ///
    /// - Returns: What became of it; ``SendingOutcome/refused(_:)`` if no further try can help.
    package func send(_ outgoing: OutgoingLetter) async -> SendingOutcome {
        let letter = outgoing.letter
        guard let recipient = MailAddress(letter.address)
        else { return .refused("This is no e-mail address.") }
        let paper = paper(of: outgoing)
        let message = MailMessage(
            from: sender, senderName: "Breathe Easy", to: recipient,
            subject: EmailClient.oneLine(paper.letter.subject), text: paper.text, html: paper.html,
            id: "\(letter.purpose.rawValue)-\(letter.id)", date: letter.written, unsubscribe: nil)
        guard let message else { preconditionFailure("a subject has one line") }
        do {
            try await client.send(message)
            return .sent
        } catch {
            return EmailClient.outcome(of: error)
        }
    }

    private func paper(of outgoing: OutgoingLetter) -> EmailTemplate {
        let phrases = MessageCatalogue(outgoing.language)
        let link = address.invitation(opening: outgoing.token)
        let map = outgoing.message?.position?.place.map { address.map(at: $0) }
        let letter = phrases.letter(to: outgoing)
        guard outgoing.letter.purpose != .request else {
            return EmailTemplate(
                language: outgoing.language, letter: letter,
                action: EmailTemplate.Link(sentence: phrases.contactRequest(link: link), address: link))
        }
        return EmailTemplate(
            language: outgoing.language, letter: letter,
            action: map.map { EmailTemplate.Link(sentence: phrases.sosMap(link: $0), address: $0) },
            footer: EmailTemplate.Link(sentence: phrases.contactEnd(link: link), address: link))
    }
}
