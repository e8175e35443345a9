import Alerts
import Foundation
import Localisation
import People

/// `GET /v1/me/alerts`.
struct InboxAnswer: Encodable {
    struct Entry: Encodable {
        let id: Int64
        let state: DeliveryState
        let reason: SuppressionReason?
        let read: Date?
        let channels: [Delivery]
        /// The person concerned, if not the reader.
        let person: PersonMessage?
        let alert: AlertMessage
        /// Whether its reporter, who is named in it, is an expert; absent if not.
        let expert: Bool?

        init(
            _ entry: InboxEntry, _ persons: [Person], _ phrases: MessageCatalogue, experts: Set<String>
        ) {
            id = entry.id
            state = entry.entry.isQuiet ? .suppressed : .delivered
            reason = entry.reason
            read = entry.entry.read
            channels = entry.channels.map(Delivery.init)
            person = persons.first { $0.account == entry.entry.account }.map(PersonMessage.init)
            alert = phrases.message(entry.entry.alert, concern: entry.entry.concern)
            let reporter = entry.entry.alert.testimony?.reporter
            expert = reporter.map(experts.contains) == true ? true : nil
        }
    }

    struct Delivery: Encodable {
        let channel: String?
        let kind: Channel.Kind?
        let state: DeliveryState
        let reason: SuppressionReason?
        let attempts: Int
        let due: Date?
        let updated: Date

        init(_ delivery: ChannelDelivery) {
            channel = delivery.channel?.rawValue
            kind = delivery.kind
            state = delivery.state
            reason = delivery.reason
            attempts = delivery.attempts
            due = delivery.due
            updated = delivery.updated
        }
    }

    let alerts: [Entry]
    /// The value of `after` for the next page, or of `before` if the newest come first.
    let next: Int64?
}
