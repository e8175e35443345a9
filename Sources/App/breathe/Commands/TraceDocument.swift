import Alerting
import Alerts
import Foundation
import Localisation
import People

/// The trace of an alert, for programs.
struct TraceDocument: Encodable {
    struct Tally: Encodable {
        let channel: String
        let state: DeliveryState
        let reason: String?
        let count: Int
    }

    struct Line: Encodable {
        let account: String
        let channel: String
        let state: DeliveryState
        let reason: String?
        let attempts: Int
        let created: Date
        let updated: Date
        let due: Date?
        let fences: [String]
    }

    struct Other: Encodable {
        let account: String
        let fence: String
        let reason: String
    }

    struct Way: Encodable {
        let kind: Channel.Kind
        let state: Channel.State
        let rhythm: Channel.Rhythm
        let failure: String?

        init(_ channel: Channel) {
            kind = channel.target.kind
            state = channel.state
            rhythm = channel.rhythm
            failure = channel.failure
        }
    }

    let alert: AlertMessage
    let tally: [Tally]
    let ledger: [Line]
    let notAlerted: [Other]
    /// The channels of the requested account.
    let channels: [Way]

    init(_ findings: AlertInquiry.Findings) {
        alert = MessageCatalogue(.english).message(findings.alert, concern: nil)
        tally = findings.tally.map {
            Tally(
                channel: $0.channel?.rawValue ?? "inbox", state: $0.state, reason: $0.reason, count: $0.count)
        }
        ledger = findings.lines.map {
            Line(
                account: $0.account, channel: $0.channel?.rawValue ?? "inbox", state: $0.state,
                reason: $0.reason, attempts: $0.attempts, created: $0.created, updated: $0.updated,
                due: $0.due, fences: $0.fences)
        }
        notAlerted = findings.others.map { Other(account: $0.account, fence: $0.fence, reason: $0.reason) }
        channels = findings.channels.map(Way.init)
    }
}
