import Alerts
import Foundation
import Geography
import HTTP
import HTTPTypes
import Topology

/// A confirmation as clients send it; every member is optional, and so is the whole body.
struct ConfirmationRequest: Decodable {
    let area: GeoJSONArea?

    /// The position of the user who confirms.
    static func position(in body: Data) throws -> Coordinate? {
        guard !body.isEmpty else { return nil }
        switch try JSON.decode(ConfirmationRequest.self, from: body).area {
        case nil: return nil
        case .point(let position): return position
        case .polygons:
            throw ReportRequest.problem("/area/type", "The position of a confirmation is a Point.")
        }
    }
}

/// The alert that a report created or joined, and what is said to somebody with worrisome symptoms.
struct ReportAnswer: Encodable {
    private enum Member: CodingKey { case attention }

    let alert: AlertMessage
    let attention: AttentionAnswer?

    func encode(to encoder: any Encoder) throws {
        try alert.encode(to: encoder)
        var members = encoder.container(keyedBy: Member.self)
        try members.encodeIfPresent(attention, forKey: .attention)
    }
}

/// What the caller has said about an alert.
struct OwnPartAnswer: Encodable {
    let reported: Bool
    let confirmed: Bool
    let flagged: Bool
    /// The name of the account that reported, if it lets others see it.
    let reporter: String?
    /// Whether that account is an expert's; absent if it is not, or unnamed.
    let expert: Bool?

    init(_ part: OwnPart, reporter: String?, isExpert: Bool) {
        (reported, confirmed, flagged) = (part.hasReported, part.hasConfirmed, part.hasFlagged)
        self.reporter = reporter
        expert = isExpert ? true : nil
    }
}

/// A flag as clients send it.
struct FlagRequest: Decodable {
    let reason: FlagReason
}

extension Problem {
    /// Explains why a report, or an action on one, is refused.
    ///
    /// The label distinguishes this initializer from `Problem(.unknownAlert)`.
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
        case .over: self.init(.alertOver, "It was ended or has expired; send a new report of what you find.")
        case .own:
            self.init(
                .ownAlert, "You have reported this yourself; DELETE /v1/alerts/{alert} withdraws your report."
            )
        case .notOwn: self.init(.notOwnAlert, "Only who has reported can withdraw the report.")
        case .notDecided:
            self.init(.notOwnDecision, "Only who made the latest decision about the alert can take it back.")
        case .tooFar:
            self.init(
                .tooFarAway,
                "A confirmation comes from within \(Int(ReportRules.confirmationReach) / 1_000) km of the alert."
            )
        }
    }

    /// Says when the next one is accepted, also in the fields of draft-ietf-httpapi-ratelimit-headers-10.
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
