package import Allergens
package import Foundation
package import Geography
package import People

/// A report as the one who made it reads it.
package struct OwnReport: Hashable, Sendable {
    /// Its place in the order in which they were made.
    package let number: Int64
    /// The alert that it raised or joined.
    package let alert: Alert.ID
    /// The middle of the cell of the public grid in which it was made.
    package let cell: Coordinate
    package let allergens: [Allergen.ID]
    package let symptoms: [Symptom]
    package let comment: String?
    package let sent: Date
    /// Whether the alert is neither over nor cancelled.
    package let stands: Bool
    /// The person whom it is about, when that is not the reporter.
    package let person: Account.ID?

    package init(
        number: Int64, alert: Alert.ID, cell: Coordinate, allergens: [Allergen.ID], symptoms: [Symptom],
        comment: String?, sent: Date, stands: Bool, person: Account.ID? = nil
    ) {
        self.number = number
        self.alert = alert
        self.cell = cell
        self.allergens = allergens
        self.symptoms = symptoms
        self.comment = comment
        self.sent = sent
        self.stands = stands
        self.person = person
    }
}

/// What an account thinks of what somebody else reported.
package struct OwnOpinion: Hashable, Sendable {
    package let alert: Alert.ID
    /// Why it does not belong here; `nil` for a confirmation.
    package let flag: FlagReason?
    package let created: Date

    package init(alert: Alert.ID, flag: FlagReason?, created: Date) {
        self.alert = alert
        self.flag = flag
        self.created = created
    }
}

/// What an account decided, as a moderator, of what somebody reported.
package struct OwnDecision: Hashable, Sendable {
    package let alert: Alert.ID
    package let isHidden: Bool
    package let created: Date

    package init(alert: Alert.ID, isHidden: Bool, created: Date) {
        self.alert = alert
        self.isHidden = isHidden
        self.created = created
    }
}
