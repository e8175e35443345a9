import Alerts
import Allergens
import Foundation
import Geography
import HTTP
import People

/// `GET /v1/privacy`: what is kept for what, and for how long.
struct PrivacyAnswer: Encodable {
    struct Purpose: Encodable {
        let purpose: Consent.Purpose
        let version: Int
    }

    struct Period: Encodable {
        let kind: Retention
        let days: Int
    }

    /// Whom to ask.
    let contact: String?
    let purposes = Consent.Purpose.allCases.map { Purpose(purpose: $0, version: Consent.currentVersion) }
    let retention = Retention.allCases.map { Period(kind: $0, days: $0.days) }
}

/// A consent as its owner reads it.
struct ConsentAnswer: Encodable {
    let purpose: Consent.Purpose
    let version: Int
    let source: Consent.Source
    let given: Date
    let withdrawn: Date?

    init(_ consent: Consent) {
        purpose = consent.purpose
        version = consent.version
        source = consent.source
        given = consent.given
        withdrawn = consent.withdrawn
    }
}

/// `GET /v1/me/consents`.
struct ConsentList: Encodable {
    struct Entry: Encodable {
        let purpose: Consent.Purpose
        /// The version of the text that is shown today.
        let version: Int
        /// What stands, perhaps to an older version.
        let consent: ConsentAnswer?
    }

    let purposes: [Entry]
    /// What was taken back, the oldest first.
    let past: [ConsentAnswer]

    init(_ consents: [Consent]) {
        purposes = Consent.Purpose.allCases.map { purpose in
            Entry(
                purpose: purpose, version: Consent.currentVersion,
                consent: consents.first { $0.purpose == purpose && $0.stands }.map(ConsentAnswer.init))
        }
        past = consents.filter { !$0.stands }.map(ConsentAnswer.init)
    }
}

/// A consent as its owner gives it: to the version of the text that they have read.
struct ConsentRequest: StrictDocument {
    static let members: Set = ["version"]
    let version: Int
}

/// A consent as it is given together with others: a purpose, and the version of its text that was read.
struct ConsentChoice: Decodable {
    let purpose: String
    let version: Int

    /// What is wrong with another version than that which is shown today.
    static let versionText = "The text that is shown today is version \(Consent.currentVersion)."
}

extension Mistakes {
    /// Reads what somebody agrees to, each purpose once; without a list that is nothing.
    mutating func agreements(_ choices: [ConsentChoice]?, at pointer: String) -> [Consent.Agreement] {
        var agreements: [Consent.Agreement] = []
        // Of more than there are purposes one is wrong or named twice, which is told then.
        for (index, choice) in (choices ?? []).prefix(Consent.Purpose.allCases.count + 1).enumerated() {
            let purpose = word(
                choice.purpose, at: "\(pointer)/\(index)/purpose", as: Consent.Purpose.self)
            if choice.version != Consent.currentVersion {
                note("\(pointer)/\(index)/version", ConsentChoice.versionText)
            }
            guard let purpose else { continue }
            if agreements.contains(where: { $0.purpose == purpose }) {
                note("\(pointer)/\(index)/purpose", "Each is named once.")
            }
            agreements.append(Consent.Agreement(to: purpose, version: choice.version))
        }
        return agreements
    }
}

/// That somebody came near an account, as its owner reads it.
struct AuditAnswer: Encodable {
    let id: Int64
    let act: AuditEntry.Act
    let actor: AuditEntry.Actor
    let object: String?
    let at: Date

    init(_ entry: AuditEntry) {
        id = entry.number
        act = entry.act
        actor = entry.actor
        object = entry.object
        at = entry.created
    }
}

/// `GET /v1/me/audit`.
struct AuditList: Encodable {
    let entries: [AuditAnswer]
    /// What to send as `before` for the next page.
    let next: Int64?
}

/// A report as the one who made it reads it.
struct OwnReportAnswer: Encodable {
    let alert: String
    /// The middle of the cell of the public grid: where exactly it was is not kept.
    let cell: [Double]
    let allergens: [Allergen.ID]
    let symptoms: [Symptom]
    let comment: String?
    let sent: Date
    let stands: Bool
    /// Whom it is about, when that is not the reporter.
    let person: PersonMessage?

    init(_ report: OwnReport, _ persons: [Person]) {
        alert = report.alert.rawValue
        cell = [report.cell.longitude, report.cell.latitude]
        allergens = report.allergens
        symptoms = report.symptoms
        comment = report.comment
        sent = report.sent
        stands = report.stands
        person = persons.first { $0.account == report.person }.map(PersonMessage.init)
    }
}

/// `GET /v1/me/reports`.
struct OwnReportList: Encodable {
    let reports: [OwnReportAnswer]
    /// What to send as `after` for the next page.
    let next: Int64?
}

/// What somebody thinks of what another one reported.
struct OwnOpinionAnswer: Encodable {
    let alert: String
    let flag: FlagReason?
    let at: Date

    init(_ opinion: OwnOpinion) {
        alert = opinion.alert.rawValue
        flag = opinion.flag
        at = opinion.created
    }
}

/// What somebody decided, as a moderator, of what another one reported.
struct OwnDecisionAnswer: Encodable {
    let alert: String
    let hidden: Bool
    let at: Date

    init(_ decision: OwnDecision) {
        alert = decision.alert.rawValue
        hidden = decision.isHidden
        at = decision.created
    }
}
