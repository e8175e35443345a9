import Alerts
import Foundation

/// Decides whether a message that waits for a channel is still to be sent.
struct OutgoingPolicy {
    /// The reason why a line is not sent.
    struct Objection {
        let state: DeliveryState
        let reason: String

        static let over = Objection(state: .expired, reason: "alert over")
        static let unknown = Objection(state: .expired, reason: "never told")

        static func held(_ reason: SuppressionReason) -> Objection {
            Objection(state: .suppressed, reason: reason.rawValue)
        }
    }

    private let channel: Int64
    private let now: Date
    private let runner: any QueryRunner
    /// The number of messages sent in the last day.
    private let sent: Int
    /// Whether the owner of the channel is suspended.
    private let isSuspended: Bool

    init(of channel: Int64, at now: Date, by runner: any QueryRunner) throws {
        self.channel = channel
        self.now = now
        self.runner = runner
        let since = now.addingTimeInterval(-OutboxLimits.limitSpan).stored
        sent =
            try runner.value(
                """
                SELECT count(*) FROM delivery
                WHERE channel = \(channel) AND channel <> 0 AND state IN ('sent', 'delivered')
                    AND updated > \(since)
                """, as: Int.self) ?? 0
        isSuspended =
            try runner.value(
                """
                SELECT account.suspended IS NOT NULL
                FROM channel JOIN account ON account.id = channel.account WHERE channel.number = \(channel)
                """, as: Bool.self) ?? false
    }

    /// The reason not to send a message; `nil` when it is to be sent.
    ///
    /// An update or a cancellation is sent as long as it is in force, so that nobody is left with outdated
    /// news. A cancellation is sent only where the alert may have arrived.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - others: The number of messages that go out together with it.
    /// - Returns: The objection.
    /// - Throws: What the database throws.
    func objection(to message: OutgoingMessage, sending others: Int) throws -> Objection? {
        let alert = message.alert
        guard alert.expires > now, alert.ended == nil else { return .over }
        guard !isSuspended else { return .held(.suspended) }
        switch alert.message {
        case .cancel: return try mayHaveReached(message) ? nil : .unknown
        case .update: return nil
        case .alert:
            // A digest counts as one message, whatever its length.
            let isSingle = message.channel.rhythm == .single
            if isSingle, others == 0, sent >= OutboxLimits.messagesPerChannel { return .held(.limit) }
            return try isRepetition(message) ? .held(.duplicate) : nil
        }
    }

    /// Whether an earlier alert of the same lineage was sent, or tried, for the same person over this
    /// channel.
    private func mayHaveReached(_ message: OutgoingMessage) throws -> Bool {
        try runner.value(
            """
            WITH RECURSIVE lineage (number) AS (
                SELECT reference FROM alert WHERE id = \(message.alert.id.rawValue)
                UNION
                SELECT alert.reference FROM alert JOIN lineage ON alert.number = lineage.number
                WHERE alert.reference IS NOT NULL
            )
            SELECT EXISTS (
                SELECT 1 FROM lineage
                JOIN delivery ON delivery.alert = lineage.number AND delivery.channel = \(channel)
                    AND delivery.account = (SELECT account FROM delivery WHERE id = \(message.id))
                WHERE delivery.tried IS NOT NULL)
            """, as: Bool.self) ?? false
    }

    /// Whether this channel recently carried reports of the same allergens for the same person.
    private func isRepetition(_ message: OutgoingMessage) throws -> Bool {
        guard message.alert.kind == .user else { return false }
        let since = now.addingTimeInterval(-OutboxLimits.duplicateSpan).stored
        return try runner.value(
            """
            SELECT EXISTS (
                SELECT 1 FROM delivery
                JOIN alert AS told ON told.number = delivery.alert AND told.kind = 'user'
                JOIN alert ON alert.id = \(message.alert.id.rawValue)
                WHERE delivery.channel = \(channel) AND delivery.channel <> 0
                    AND delivery.state IN ('sent', 'delivered') AND delivery.updated > \(since)
                    AND delivery.account = (SELECT account FROM delivery WHERE id = \(message.id))
                    AND told.message <> 'cancel'
                    AND (told.low & alert.low <> 0 OR told.high & alert.high <> 0
                        OR told.low = alert.low AND told.high = alert.high))
            """, as: Bool.self) ?? false
    }
}
