package import Alerts
import Foundation
import Localisation
package import Mail
package import Studies

/// Mails letters that invite people to studies.
///
/// The code of an invitation follows the `#` of its link, which browsers send to no server.
package struct StudyMailer: Sendable {
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

    /// Sends a letter, whose identifier is the same for every try.
    ///
    /// - Returns: What became of it; ``SendingOutcome/refused(_:)`` if no further try can help.
    package func send(_ letter: OutgoingStudyLetter) async -> SendingOutcome {
        guard let recipient = MailAddress(letter.address)
        else { return .refused("This is no e-mail address.") }
        let paper = paper(of: letter)
        let message = MailMessage(
            from: sender, senderName: "Breathe Easy", to: recipient,
            subject: EmailClient.oneLine(paper.letter.subject), text: paper.text, html: paper.html,
            id: "study-\(letter.invitation)", date: letter.written, unsubscribe: nil)
        guard let message else { preconditionFailure("a subject has one line") }
        do {
            try await client.send(message)
            return .sent
        } catch {
            return EmailClient.outcome(of: error)
        }
    }

    private func paper(of letter: OutgoingStudyLetter) -> EmailTemplate {
        let phrases = MessageCatalogue(letter.language)
        let contact = letter.contact.prefix(StudyLetter.longestContact)
        let joining = address.joining(by: letter.code)
        let page = address.page(of: letter.study)
        return EmailTemplate(
            language: letter.language,
            letter: phrases.studyInvitation(
                to: letter.title, by: contact.count < letter.contact.count ? "\(contact)…" : letter.contact),
            action: EmailTemplate.Link(sentence: phrases.studyJoining(link: joining), address: joining),
            footer: EmailTemplate.Link(sentence: phrases.studyPage(link: page), address: page))
    }
}

extension PublicAddress {
    /// The page on which somebody joins a study by a code.
    package func joining(by code: InvitationCode) -> String { "\(text)/studies/join#code=\(code.text)" }

    /// The page of a study.
    package func page(of study: Study.ID) -> String { "\(text)/studies/\(study.rawValue)" }
}
