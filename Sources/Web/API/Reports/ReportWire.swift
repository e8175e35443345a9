import Alerts
import Foundation
import Geography
import HTTP
import HTTPTypes
import Topology

/// A confirmation as a person sends it; every member may be left out, and so may the whole body.
struct ConfirmationRequest: Decodable {
    let area: GeoJSONArea?

    /// Where whoever confirms is.
    static func position(in body: Data) throws -> Coordinate? {
        guard !body.isEmpty else { return nil }
        switch try JSON.decode(ConfirmationRequest.self, from: body).area {
        case nil: return nil
        case .point(let position): return position
        case .polygons: throw ReportRequest.problem("/area/type", "Whoever confirms is at a Point.")
        }
    }
}

/// A flag as a person sends it.
struct FlagRequest: Decodable {
    let reason: FlagReason
}

/// What a moderator decides.
struct ModerationRequest: Decodable {
    let hidden: Bool
}

/// Alerts as moderators see them.
struct ModerationAnswer: Encodable {
    struct Entry: Encodable {
        let alert: AlertMessage
        let hidden: Date?
        let flags: [String: Int]
        let comments: [Comment]
        let decisions: [Decision]
    }

    struct Comment: Encodable {
        let reporter: String
        let comment: String
    }

    struct Decision: Encodable {
        let hidden: Bool
        let by: String
        let at: Date
    }

    let alerts: [Entry]
    /// What to send as `after` for the next page.
    let next: Int64?
}

extension ModerationAnswer.Entry {
    init(_ moderated: ModeratedAlert, message: AlertMessage) {
        alert = message
        hidden = moderated.hidden
        flags = Dictionary(uniqueKeysWithValues: moderated.flags.map { ($0.key.rawValue, $0.value) })
        comments = moderated.comments.map {
            ModerationAnswer.Comment(reporter: $0.reporter, comment: $0.text)
        }
        decisions = moderated.decisions.map {
            ModerationAnswer.Decision(hidden: $0.isHidden, by: $0.actor, at: $0.time)
        }
    }
}

extension Problem {
    /// Puts into words why a report, or what somebody does about one, is turned away.
    ///
    /// The label keeps `Problem(.unknownAlert)` from meaning this one.
    init(refused refusal: ReportRefusal) {
        switch refusal {
        case .tooMany(let act, let limit, let wait): self.init(act, limit, wait: wait)
        case .implausible(let metres, let possible):
            self.init(
                .implausibleReport,
                "The place lies \(Int(metres / 1_000)) km from your last report; a report from there is taken "
                    + "from \(possible.formatted(.iso8601)) on.")
        case .duplicate(let alert):
            self.init(
                .duplicateReport,
                "Your report is part of alert \(alert.rawValue); the same is taken again after "
                    + "\(Int(ReportRules.duplicateWindow) / 60) minutes.")
        case .unknownAlert: self.init(.unknownAlert)
        case .notReported: self.init(.notReported, "This is done with what people report only.")
        case .over: self.init(.alertOver, "It was ended or has expired; report anew what you find.")
        case .own:
            self.init(
                .ownAlert, "You have reported this yourself; DELETE /v1/alerts/{alert} withdraws your report."
            )
        case .notOwn: self.init(.notOwnAlert, "Only who has reported can withdraw the report.")
        case .tooFar:
            self.init(
                .tooFarAway,
                "Whoever confirms is within \(Int(ReportRules.confirmationReach) / 1_000) km of the alert.")
        }
    }

    /// Says when one more is taken, also in the fields of draft-ietf-httpapi-ratelimit-headers-10.
    private init(_ act: SubscriberAct, _ limit: SubscriberAct.Limit, wait: Int) {
        let kind: ProblemKind =
            switch act {
            case .report: .tooManyReports
            case .confirmation: .tooManyConfirmations
            case .flag: .tooManyFlags
            }
        self.init(kind, "The limit is \(limit.acts) in one \(limit.name); one more is taken in \(wait) s.")
        headers[.retryAfter] = String(wait)
        let policies = act.limits.map { "\"\($0.name)\";q=\($0.acts);w=\($0.window)" }
        headers[.rateLimitPolicy] = policies.joined(separator: ", ")
        headers[.rateLimit] = "\"\(limit.name)\";r=0;t=\(wait)"
    }
}
