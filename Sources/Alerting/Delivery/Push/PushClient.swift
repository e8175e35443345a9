package import Alerts
package import Foundation
import Help
import Localisation
package import People

/// Delivers alerts to browsers, even closed ones (RFC 8030).
package struct PushClient: ChannelClient {
    private let client: GuardedClient
    private let vapid: VAPID
    private let revisions: any AlertRevisionStore
    private let address: PublicAddress
    private let now: @Sendable () -> Date

    package init(
        client: GuardedClient, vapid: VAPID, revisions: any AlertRevisionStore, address: PublicAddress,
        now: @escaping @Sendable () -> Date
    ) {
        self.client = client
        self.vapid = vapid
        self.revisions = revisions
        self.address = address
        self.now = now
    }

    package func carry(_ messages: [OutgoingMessage], over channel: Channel) async -> SendingOutcome {
        guard let first = messages.first else { preconditionFailure("nothing is to be sent") }
        let now = now()
        guard channel.rhythm == .single else {
            let terms = PushTerms(digest: messages.map(\.alert), at: now)
            return await push(digest(of: messages, at: now), terms, to: channel)
        }
        guard let origin = await origin(of: first.alert)
        else { return .failed("The service could not read the alert.") }
        let terms = PushTerms(first.alert, origin: origin, for: first.person?.id, at: now)
        return await push(note(of: first, tag: terms.topic ?? ""), terms, to: channel)
    }

    package func carry(_ reminder: OutgoingReminder, over channel: Channel) async -> SendingOutcome {
        let catalogue = MessageCatalogue(reminder.language, reminder.tone)
        let letter = catalogue.letter(of: reminder)
        let terms = PushTerms(reminder, at: now())
        let note = PushPayload(
            id: reminder.name, title: letter.subject, body: letter.paragraphs.joined(separator: "\n"),
            url: address.page(about: reminder), tag: terms.topic ?? "", lang: reminder.language.rawValue,
            urgency: reminder.urgency, answer: address.answer(to: reminder),
            answers: Self.answers(to: reminder, catalogue))
        return await push(note, terms, to: channel)
    }

    package func carry(_ notice: OutgoingNotice, over channel: Channel) async -> SendingOutcome {
        let letter = MessageCatalogue(notice.language, notice.tone).letter(of: notice)
        let note = PushPayload(
            id: "notice-\(notice.line)", title: letter.subject,
            body: letter.paragraphs.joined(separator: "\n"), url: address.page(about: notice), tag: "",
            lang: notice.language.rawValue, urgency: notice.notice.urgency)
        return await push(note, PushTerms(notice, at: now()), to: channel)
    }

    package func carryTrial(over channel: Channel, for profile: Profile) async -> SendingOutcome {
        let letter = MessageCatalogue(profile.language, profile.tone).test
        let note = PushPayload(
            id: "trial", title: letter.subject, body: letter.paragraphs.joined(separator: "\n"),
            url: address.channels, tag: "trial", lang: profile.language.rawValue)
        return await push(note, .trial, to: channel)
    }

    private static func answers(
        to reminder: OutgoingReminder, _ catalogue: MessageCatalogue
    ) -> [PushPayload.Answer] {
        switch reminder.subject {
        case .diary:
            Reminder.Answer.offered.map { PushPayload.Answer($0.rawValue, catalogue.label(of: $0)) }
        case .help(let matter):
            matter.answers.map { PushPayload.Answer($0.rawValue, catalogue.label(of: $0)) }
        case .study: []
        }
    }

    /// The first alert in a chain of revisions, or `nil` when the ledger cannot be read.
    private func origin(of alert: Alert) async -> Alert.ID? {
        alert.reference == nil ? alert.id : try? await revisions.origin(of: alert.id)
    }

    private func note(of message: OutgoingMessage, tag: String) -> PushPayload {
        let catalogue = MessageCatalogue(message.language, message.tone, units: message.units)
        let lines = catalogue.lines(of: message.alert, concern: message.concern, timeZone: message.timeZone)
        return PushPayload(
            id: message.alert.id.rawValue,
            title: catalogue.addressed(catalogue.title(of: message.alert), to: message.person),
            body: lines.joined(separator: "\n"), url: address.map(of: message.alert), tag: tag,
            lang: message.language.rawValue)
    }

    private func digest(of messages: [OutgoingMessage], at now: Date) -> PushPayload {
        let first = messages[0]
        let letter = MessageCatalogue(first.language, first.tone, units: first.units).digest(
            of: messages.map { ($0.alert, $0.concern, $0.person) }, at: now, timeZone: first.timeZone)
        return PushPayload(
            id: "digest-\(first.id)", title: letter.subject,
            body: letter.paragraphs.joined(separator: "\n"), url: address.inbox, tag: "digest",
            lang: first.language.rawValue)
    }

    private func push(_ note: PushPayload, _ terms: PushTerms, to channel: Channel) async -> SendingOutcome {
        guard case .push(let target) = channel.target
        else { preconditionFailure("a push message goes to a push subscription") }
        let now = now()
        guard let text = try? note.encoded() else { return .failed("The message is too long to be sent.") }
        guard let body = try? PushEncryption(for: target).seal(text),
            let authorization = try? vapid.authorization(for: target.endpoint, at: now)
        else { return .refused("The keys of the subscription are not valid.") }
        var headers = [
            ("authorization", authorization), ("content-encoding", "aes128gcm"),
            ("content-type", "application/octet-stream"), ("ttl", String(terms.timeToLive)),
            ("urgency", terms.urgency.rawValue),
        ]
        if let topic = terms.topic { headers.append(("topic", topic)) }
        return Self.outcome(
            of: await client.post(Array(body), to: target.endpoint, headers: headers, at: now))
    }

    /// Maps a push service's response to an outcome (RFC 8030, sections 5, 7.2, 7.3 and 8.4).
    static func outcome(of outcome: GuardedClient.Outcome) -> SendingOutcome {
        switch outcome {
        case .answered(200...299, _): .sent
        case .answered(404, _), .answered(410, _): .gone
        // 400: the request is wrong; 401 and 403: the subscription belongs to another key; 413: it is too
        // long.
        case .answered(let status, _) where [400, 401, 403, 413].contains(status):
            .refused("The push service answered \(status).")
        case .answered(let status, let retryAfter):
            .failed("The push service answered \(status).", retryAfter: retryAfter)
        case .failed(let reason): .failed(reason)
        }
    }
}

extension Reminder.Answer {
    /// The answers in the order in which a notification offers them: most browsers show two, and a tap on the
    /// notification itself opens the diary.
    fileprivate static let offered: [Self] = [.later, .notToday, .done]
}
