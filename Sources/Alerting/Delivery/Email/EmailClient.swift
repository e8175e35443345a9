package import Alerts
package import Foundation
import Localisation
package import Mail
package import People

/// Delivers alerts to mailboxes.
package struct EmailClient: ChannelClient {
    private let client: MailClient
    private let sender: MailAddress
    private let address: PublicAddress
    private let now: @Sendable () -> Date

    /// Creates the client.
    ///
    /// - Parameters:
    ///   - client: The client that passes mail to the gateway.
    ///   - sender: The sender's address.
    ///   - address: The base URL of links, absolute because mail is read anywhere.
    ///   - now: The present.
    package init(
        client: MailClient, sender: MailAddress, address: PublicAddress, now: @escaping @Sendable () -> Date
    ) {
        self.client = client
        self.sender = sender
        self.address = address
        self.now = now
    }

    package func carry(_ messages: [OutgoingMessage], over channel: Channel) async -> SendingOutcome {
        guard let first = messages.first else { preconditionFailure("nothing is to be sent") }
        let catalogue = MessageCatalogue(first.language, first.tone, units: first.units)
        let isSingle = channel.rhythm == .single && messages.count == 1
        let letter = letter(of: messages, in: channel.rhythm, catalogue, first)
        let link = isSingle ? address.map(of: first.alert) : address.inbox
        let paper = EmailTemplate(
            language: first.language, letter: letter,
            marks: messages.map { EmailTemplate.Mark($0.alert, catalogue, link: address.map(of: $0.alert)) },
            action: EmailTemplate.Link(sentence: catalogue.details(link: link), address: link),
            source: EmailTemplate.Link(
                sentence: catalogue.adviceSource(link: address.purpose), address: address.purpose),
            footer: unsubscription(channel, catalogue))
        return await send(
            paper, as: "\(isSingle ? "alert" : "digest")-\(first.id)", queued: first.queued, over: channel)
    }

    /// One alert in full, several that came together, or a summary.
    private func letter(
        of messages: [OutgoingMessage], in rhythm: Channel.Rhythm, _ catalogue: MessageCatalogue,
        _ first: OutgoingMessage
    ) -> MailText {
        let alerts = messages.map { (alert: $0.alert, concern: $0.concern, person: $0.person) }
        switch rhythm {
        case .digest: return catalogue.digest(of: alerts, at: now(), timeZone: first.timeZone)
        case .single where messages.count > 1: return catalogue.letter(ofSeveral: alerts)
        case .single:
            return catalogue.letter(
                of: first.alert, concern: first.concern, for: first.person, timeZone: first.timeZone)
        }
    }

    package func carry(_ reminder: OutgoingReminder, over channel: Channel) async -> SendingOutcome {
        let catalogue = MessageCatalogue(reminder.language, reminder.tone)
        let (entry, settings) = (address.page(about: reminder), address.settings(of: reminder))
        let paper = EmailTemplate(
            language: reminder.language, letter: catalogue.letter(of: reminder),
            action: EmailTemplate.Link(
                sentence: catalogue.entry(of: reminder, link: entry), address: entry),
            answer: address.answer(to: reminder).map { answer in
                EmailTemplate.Link(sentence: catalogue.answers(to: reminder, link: answer), address: answer)
            },
            footer: EmailTemplate.Link(
                sentence: catalogue.reminderSettings(link: settings), address: settings))
        return await send(
            paper, as: "\(reminder.kind)-\(reminder.line)", queued: reminder.due, urgency: reminder.urgency,
            over: channel)
    }

    package func carry(_ notice: OutgoingNotice, over channel: Channel) async -> SendingOutcome {
        let catalogue = MessageCatalogue(notice.language, notice.tone)
        let page = address.page(about: notice)
        let paper = EmailTemplate(
            language: notice.language, letter: catalogue.letter(of: notice),
            action: EmailTemplate.Link(sentence: catalogue.details(link: page), address: page),
            footer: unsubscription(channel, catalogue))
        return await send(
            paper, as: "notice-\(notice.line)", queued: notice.notice.raised, urgency: notice.notice.urgency,
            over: channel)
    }

    package func carryTrial(over channel: Channel, for profile: Profile) async -> SendingOutcome {
        let catalogue = MessageCatalogue(profile.language, profile.tone)
        let paper = EmailTemplate(
            language: profile.language, letter: catalogue.test, footer: unsubscription(channel, catalogue))
        return await send(paper, as: Self.newID("trial"), queued: now(), over: channel)
    }

    /// Sends the code with which the owner of an address confirms it.
    package func carryConfirmation(
        code: String, over channel: Channel, for profile: Profile
    ) async -> SendingOutcome {
        let catalogue = MessageCatalogue(profile.language, profile.tone)
        let link = address.confirmation(of: channel.id, code: code)
        let letter = catalogue.confirmation(link: link)
        let asks = letter.opening.firstIndex { $0.contains(link) }
        let paper = EmailTemplate(
            language: profile.language,
            letter: MailText(subject: letter.subject, opening: letter.opening.filter { !$0.contains(link) }),
            action: asks.map { EmailTemplate.Link(sentence: letter.opening[$0], address: link) })
        return await send(paper, as: Self.newID("confirmation"), queued: now(), over: channel)
    }

    private static func newID(_ kind: String) -> String { "\(kind)-\(UUID().uuidString.lowercased())" }

    private func unsubscriptionLink(_ channel: Channel) -> URL? {
        URL(string: address.unsubscription(of: channel.id, token: channel.emailTarget.unsubscription))
    }

    private func unsubscription(_ channel: Channel, _ catalogue: MessageCatalogue) -> EmailTemplate.Link {
        let link = address.unsubscription(of: channel.id, token: channel.emailTarget.unsubscription)
        return EmailTemplate.Link(sentence: catalogue.unsubscription(link: link), address: link)
    }

    /// Sends a mail whose identifier is the same for every try, so that a mailbox that receives it twice
    /// shows it once.
    private func send(
        _ paper: EmailTemplate, as id: String, queued: Date, urgency: Urgency = .reminder,
        over channel: Channel
    ) async -> SendingOutcome {
        guard let recipient = MailAddress(channel.emailTarget.address)
        else { return .refused("This is no e-mail address.") }
        let message = MailMessage(
            from: sender, senderName: "Breathe Easy", to: recipient,
            subject: Self.oneLine(paper.letter.subject),
            text: paper.text, html: paper.html, id: id, date: queued,
            unsubscribe: paper.footer.flatMap { _ in unsubscriptionLink(channel) },
            importance: MailMessage.Importance(urgency))
        guard let message else { preconditionFailure("a subject has one line, and our own links are links") }
        do {
            try await client.send(message)
            return .sent
        } catch {
            return Self.outcome(of: error)
        }
    }

    /// Replaces line breaks, which users' text may contain and which must not continue a header.
    static func oneLine(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { scalar -> Unicode.Scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: " "
            default: scalar
            }
        }
        return String(String.UnicodeScalarView(scalars))
    }

    /// Maps a gateway's reply to an outcome (RFC 5321, section 4.2.1).
    static func outcome(of failure: MailFailure) -> SendingOutcome {
        switch failure {
        case .recipientRefused(let reply): .refused("The mail server refused the address (\(reply)).")
        case .refused(let reply): .failed("The mail server refused the message (\(reply)).")
        case .broken: .failed("The mail server could not be reached.")
        }
    }
}

extension Channel {
    fileprivate var emailTarget: EmailTarget {
        guard case .email(let target) = target
        else { preconditionFailure("a mail goes to an e-mail address") }
        return target
    }
}

extension MailMessage.Importance {
    fileprivate init(_ urgency: Urgency) {
        switch urgency {
        case .alarm: self = .high
        case .reminder, .appointment: self = .normal
        case .gentle: self = .low
        }
    }
}
