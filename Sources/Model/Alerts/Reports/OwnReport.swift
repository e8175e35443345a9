package import Allergens
package import Foundation
package import Geography
package import People

/// A report as its author reads it.
package struct OwnReport: Hashable, Sendable {
    /// Its position in the order in which reports were made.
    package let number: Int64
    /// The alert that it raised or joined.
    package let alert: Alert.ID
    /// The middle of the cell of the public grid in which it was made.
    package let cell: Coordinate
    package let allergens: [Allergen.ID]
    package let symptoms: [Symptom]
    package let strength: SymptomStrength?
    package let comment: String?
    /// Whether others with an account may see the author's name.
    package let isNamed: Bool
    package let sent: Date
    /// Whether the alert has neither ended nor been cancelled.
    package let stands: Bool
    /// The person it is about, unless that is the reporter.
    package let person: Account.ID?

    package init(
        number: Int64, alert: Alert.ID, cell: Coordinate, allergens: [Allergen.ID], symptoms: [Symptom],
        strength: SymptomStrength? = nil, comment: String?, isNamed: Bool, sent: Date, stands: Bool,
        person: Account.ID? = nil
    ) {
        self.number = number
        self.alert = alert
        self.cell = cell
        self.allergens = allergens
        self.symptoms = symptoms
        self.strength = strength
        self.comment = comment
        self.isNamed = isNamed
        self.sent = sent
        self.stands = stands
        self.person = person
    }
}

/// What an account has said about an alert.
package struct OwnPart: Hashable, Sendable {
    package let hasReported: Bool
    package let hasConfirmed: Bool
    package let hasFlagged: Bool

    package init(hasReported: Bool, hasConfirmed: Bool, hasFlagged: Bool) {
        self.hasReported = hasReported
        self.hasConfirmed = hasConfirmed
        self.hasFlagged = hasFlagged
    }
}

/// An account's confirmation or flag of somebody else's report.
package struct OwnOpinion: Hashable, Sendable {
    package let alert: Alert.ID
    /// The reason of a flag; `nil` for a confirmation.
    package let flag: FlagReason?
    package let created: Date

    package init(alert: Alert.ID, flag: FlagReason?, created: Date) {
        self.alert = alert
        self.flag = flag
        self.created = created
    }
}

/// An account's decision as a moderator about somebody's report.
package struct OwnDecision: Hashable, Sendable {
    package let alert: Alert.ID
    package let isHidden: Bool
    package let created: Date
    /// When it was taken back, if so.
    package let takenBack: Date?

    package init(alert: Alert.ID, isHidden: Bool, created: Date, takenBack: Date?) {
        self.alert = alert
        self.isHidden = isHidden
        self.created = created
        self.takenBack = takenBack
    }
}
