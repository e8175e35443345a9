import Alerts
import Foundation
import HTTP
import Localisation

/// A moderator's decision.
struct ModerationRequest: Decodable {
    let hidden: Bool
}

/// The alerts that moderators see.
struct ModerationAnswer: Encodable {
    struct Entry: Encodable {
        let alert: AlertMessage
        let hidden: Date?
        let flags: [String: Int]
        let strengths: [String: Int]
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
        let takenBack: Date?

        init(_ decision: ModeratedAlert.Decision) {
            (hidden, by) = (decision.isHidden, decision.actor)
            (at, takenBack) = (decision.time, decision.takenBack)
        }
    }

    let alerts: [Entry]
    /// The value of `after` for the next page.
    let next: Int64?
}

extension ModerationAnswer.Entry {
    init(_ moderated: ModeratedAlert, message: AlertMessage) {
        alert = message
        hidden = moderated.hidden
        flags = Dictionary(uniqueKeysWithValues: moderated.flags.map { ($0.key.rawValue, $0.value) })
        strengths = Dictionary(
            uniqueKeysWithValues: moderated.strengths.map { ($0.key.rawValue, $0.value) })
        comments = moderated.comments.map {
            ModerationAnswer.Comment(reporter: $0.reporter, comment: $0.text)
        }
        decisions = moderated.decisions.map(ModerationAnswer.Decision.init)
    }
}

/// What moderators have decided, latest first.
struct DecisionsAnswer: Encodable {
    struct Entry: Encodable {
        let alert: AlertMessage
        let decision: ModerationAnswer.Decision
        /// Whether the caller may take it back.
        let revocable: Bool
    }

    let decisions: [Entry]
    /// The value of `before` for the next page.
    let next: Int64?
}
