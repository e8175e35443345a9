package import Foundation
package import Geography

/// News about the air at a place, for whoever it concerns.
package struct Alert: Sendable, Identifiable {
    package struct ID: RawRepresentable, Hashable, Sendable {
        package let rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }

        /// A new identifier that nobody can guess.
        package static func random() -> ID { ID(rawValue: UUID().uuidString.lowercased()) }
    }

    /// Where the news came from.
    package enum Kind: String, CaseIterable, Sendable, Codable {
        case station, user, forecast
    }

    package let id: ID
    package let kind: Kind
    /// What it is about; empty when the reporter was not sure.
    package let allergens: [Allergen.ID]
    /// The level that was reached; people do not report one.
    package let level: Level?
    /// What strangers may see of the place: a station's position, or the snapped one of a report.
    package let publicPosition: Coordinate
    package let sent: Date
    package let expires: Date
    package let headline: String
    /// The station whose reading raised it.
    package let station: Station.ID?

    package init(
        id: ID, kind: Kind, allergens: [Allergen.ID], level: Level?, publicPosition: Coordinate, sent: Date,
        expires: Date, headline: String, station: Station.ID? = nil
    ) {
        self.id = id
        self.kind = kind
        self.allergens = allergens
        self.level = level
        self.publicPosition = publicPosition
        self.sent = sent
        self.expires = expires
        self.headline = headline
        self.station = station
    }
}

/// What a person feels at a place.
package struct Report: Sendable {
    package let account: Account.ID
    /// Where exactly; used for matching and never shown.
    package let position: Coordinate
    /// The suspected allergens; empty when not sure.
    package let allergens: [Allergen.ID]
    package let symptoms: [Symptom]
    package let comment: String?

    package init(
        account: Account.ID, position: Coordinate, allergens: [Allergen.ID], symptoms: [Symptom],
        comment: String?
    ) {
        self.account = account
        self.position = position
        self.allergens = allergens
        self.symptoms = symptoms
        self.comment = comment
    }

    /// Characters of a comment: what fits a line of a notification.
    package static let commentLimit = 50
    /// Allergens in one report.
    package static let allergenLimit = 10
    /// The size in degrees of the grid on which a report is shown: about 1.1 km north to south.
    package static let publicGrid = 0.01
    /// How long a report stands, in seconds: half a day, after which the air has changed.
    package static let lifetime: TimeInterval = 12 * 3_600
}

/// What people with allergies feel, in the words of the total nasal and ocular symptom scores.
package enum Symptom: String, CaseIterable, Sendable, Codable {
    case sneezing, runnyNose, blockedNose, itchyNose, itchyEyes, wateryEyes, cough, wheezing, breathlessness,
        rash
}
