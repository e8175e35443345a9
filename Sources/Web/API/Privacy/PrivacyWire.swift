import Alerts
import Allergens
import Foundation
import Geography
import HTTP
import People

/// `GET /v1/privacy`: which data are stored, for what purpose, and for how long.
struct PrivacyAnswer: Encodable {
    struct Purpose: Encodable {
        let purpose: Consent.Purpose
        let version: Int
    }

    struct Period: Encodable {
        let kind: Retention
        let days: Int
    }

    /// The contact for questions.
    let contact: String?
    let purposes = Consent.Purpose.allCases.map { Purpose(purpose: $0, version: Consent.currentVersion) }
    let retention = Retention.allCases.map { Period(kind: $0, days: $0.days) }
}

/// A consent as its owner sees it.
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
        /// The current version of the text.
        let version: Int
        /// The consent in force, perhaps to an older version.
        let consent: ConsentAnswer?
    }

    let purposes: [Entry]
    /// Withdrawn consents, oldest first.
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

/// A consent as its owner gives it, to the version of the text that they have read.
struct ConsentRequest: StrictDocument {
    static let members: Set = ["version"]
    let version: Int
}

/// A consent that is given together with others: a purpose, and the version of the text that was read.
struct ConsentChoice: Decodable {
    let purpose: String
    let version: Int

    /// The mistake of naming another version than the current one.
    static let versionText = "The text that is shown today is version \(Consent.currentVersion)."
}

extension Mistakes {
    /// Reads the consents, each purpose once; a missing list means none.
    mutating func agreements(_ choices: [ConsentChoice]?, at pointer: String) -> [Consent.Agreement] {
        var agreements: [Consent.Agreement] = []
        // If there are more entries than purposes, one of the first ones already has a mistake.
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

/// An access to an account, as its owner sees it.
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
    /// The value of `before` for the next page.
    let next: Int64?
}

/// A report as its author sees it.
struct OwnReportAnswer: Encodable {
    let alert: String
    /// The centre of the public grid's cell; the exact position is not stored.
    let cell: [Double]
    let allergens: [Allergen.ID]
    let symptoms: [Symptom]
    let strength: SymptomStrength?
    let comment: String?
    let showsName: Bool
    let sent: Date
    let stands: Bool
    /// The person that the report is about, if not the reporter.
    let person: PersonMessage?

    init(_ report: OwnReport, _ persons: [Person]) {
        alert = report.alert.rawValue
        cell = [report.cell.longitude, report.cell.latitude]
        allergens = report.allergens
        symptoms = report.symptoms
        strength = report.strength
        comment = report.comment
        showsName = report.isNamed
        sent = report.sent
        stands = report.stands
        person = persons.first { $0.account == report.person }.map(PersonMessage.init)
    }
}

/// `GET /v1/me/reports`.
struct OwnReportList: Encodable {
    let reports: [OwnReportAnswer]
    /// The value of `after` for the next page.
    let next: Int64?
}

/// The account's response to somebody else's report.
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

/// The account's decision, as a moderator, on somebody else's report.
struct OwnDecisionAnswer: Encodable {
    let alert: String
    let hidden: Bool
    let at: Date
    let takenBack: Date?

    init(_ decision: OwnDecision) {
        alert = decision.alert.rawValue
        hidden = decision.isHidden
        at = decision.created
        takenBack = decision.takenBack
    }
}
