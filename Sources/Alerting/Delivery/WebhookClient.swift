package import Alerts
import Allergens
package import Foundation
import Help
import Localisation
package import People

/// Delivers messages to programs by HTTP POST: Standard Webhooks (standardwebhooks.com, version 1).
package struct WebhookClient: ChannelClient {
    private let client: GuardedClient
    private let address: PublicAddress
    private let now: @Sendable () -> Date

    package init(
        client: GuardedClient, address: PublicAddress, now: @escaping @Sendable () -> Date
    ) {
        self.client = client
        self.address = address
        self.now = now
    }

    package func carry(_ messages: [OutgoingMessage], over channel: Channel) async -> SendingOutcome {
        guard let first = messages.first else { preconditionFailure("nothing is to be sent") }
        let present = now()
        let isDigest = channel.rhythm == .digest
        let id =
            isDigest
            ? "msg_digest_\(first.id)_\(messages[messages.count - 1].id)"
            : "msg_\(first.alert.id.rawValue)_\(first.id)"
        let body = isDigest ? Self.digest(messages, at: present) : Self.body(first)
        return await post(body, as: id, to: channel, at: present)
    }

    package func carry(_ reminder: OutgoingReminder, over channel: Channel) async -> SendingOutcome {
        let title = MessageCatalogue(reminder.language, reminder.tone).letter(of: reminder).subject
        let content = Due(reminder, message: title, address)
        let body = Self.encoded(Event(type: "reminder.due", timestamp: reminder.due, data: content))
        return await post(body, as: "msg_\(reminder.kind)_\(reminder.line)", to: channel, at: now())
    }

    package func carry(_ notice: OutgoingNotice, over channel: Channel) async -> SendingOutcome {
        let letter = MessageCatalogue(notice.language, notice.tone).letter(of: notice)
        let content = Told(
            kind: notice.notice.matter.kind, urgency: notice.notice.urgency,
            person: notice.person?.id.rawValue,
            message: letter.paragraphs.joined(separator: " "), page: address.page(about: notice))
        let body = Self.encoded(Event(type: "notice", timestamp: notice.notice.raised, data: content))
        return await post(body, as: "msg_notice_\(notice.line)", to: channel, at: now())
    }

    package func carryTrial(over channel: Channel, for profile: Profile) async -> SendingOutcome {
        let present = now()
        let message = MessageCatalogue(profile.language, profile.tone).test.paragraphs.joined(separator: " ")
        let body = Self.encoded(Event(type: "test", timestamp: present, data: Trial(message: message)))
        return await post(
            body, as: "msg_test_\(UUID().uuidString.lowercased())", to: channel, at: present)
    }

    private func post(
        _ body: [UInt8], as id: String, to channel: Channel, at present: Date
    ) async -> SendingOutcome {
        guard case .webhook(let target) = channel.target
        else { preconditionFailure("webhooks are sent to webhooks") }
        let timestamp = Int64(present.timeIntervalSince1970)
        let outcome = await client.post(
            body, to: target.url,
            headers: [
                ("content-type", "application/json"), ("webhook-id", id),
                ("webhook-timestamp", "\(timestamp)"),
                (
                    "webhook-signature",
                    WebhookSignature.signatures(
                        id: id, timestamp: timestamp, body: body, secrets: target.secrets, at: present)
                ),
            ], at: present)
        return Self.outcome(of: outcome)
    }

    /// Maps a response to an outcome (Standard Webhooks, "Delivery success and failure").
    ///
    /// Any 2xx means that the receiver has the message, 410 that it wants no more, and everything else is
    /// worth a retry.
    static func outcome(of outcome: GuardedClient.Outcome) -> SendingOutcome {
        switch outcome {
        case .answered(200...299, _): .delivered
        case .answered(410, _): .refused("the receiver answered 410 Gone")
        case .answered(let status, let retryAfter) where (300...399).contains(status):
            .failed(
                "the receiver answered \(status), and redirects are not followed", retryAfter: retryAfter)
        case .answered(let status, let retryAfter):
            .failed("the receiver answered \(status)", retryAfter: retryAfter)
        case .failed(let reason): .failed(reason)
        }
    }

    private struct Event<Content: Encodable>: Encodable {
        let type: String
        let timestamp: Date
        let data: Content
    }

    private struct Trial: Encodable {
        let message: String
    }

    /// A reminder.
    private struct Due: Encodable {
        /// What it is about.
        let kind: String
        let urgency: Urgency
        /// The person in care whom it is about; absent when that is the reader.
        let person: String?
        let day: String
        let message: String
        /// The page of the diary on that day, for a reminder of the diary.
        let diary: String?
        /// The page about what it reminds of.
        let page: String
        /// Takes the answer by POST, without signing in; absent when there is nothing to answer.
        let answer: String?

        init(_ reminder: OutgoingReminder, message: String, _ address: PublicAddress) {
            switch reminder.subject {
            case .diary: kind = "diary"
            case .help(let matter): kind = matter.rawValue
            case .study: kind = "study"
            }
            (urgency, person) = (reminder.urgency, reminder.person?.id.rawValue)
            (day, self.message) = (reminder.day.description, message)
            page = address.page(about: reminder)
            diary = reminder.subject == .diary ? page : nil
            answer = address.answer(to: reminder)
        }
    }

    /// A notice.
    private struct Told: Encodable {
        let kind: String
        let urgency: Urgency
        /// The person in care whom it is about; absent when that is the reader.
        let person: String?
        let message: String
        /// Where to read more, and to do something about it.
        let page: String
    }

    private struct Digest: Encodable {
        let alerts: [AlertMessage]
    }

    /// The body of a message, which has the same bytes at each try.
    static func body(_ message: OutgoingMessage) -> [UInt8] {
        let type =
            switch message.alert.message {
            case .alert: "alert.raised"
            case .update: "alert.updated"
            case .cancel: "alert.cancelled"
            }
        return encoded(Event(type: type, timestamp: message.alert.sent, data: content(message)))
    }

    static func digest(_ messages: [OutgoingMessage], at now: Date) -> [UInt8] {
        encoded(Event(type: "digest", timestamp: now, data: Digest(alerts: messages.map(content))))
    }

    private static func content(_ message: OutgoingMessage) -> AlertMessage {
        MessageCatalogue(message.language, message.tone, units: message.units).message(
            message.alert, concern: message.concern, for: message.person)
    }

    private static func encoded(_ event: some Encodable) -> [UInt8] {
        guard let data = try? AlertMessage.encoder.encode(event)
        else { preconditionFailure("an alert holds nothing that JSON cannot say") }
        return Array(data)
    }
}
