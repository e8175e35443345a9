package import Allergens
package import Foundation
package import Geography
package import Observations
package import People

/// News about the air at a place, for whoever it concerns.
///
/// What was said is never changed: a correction is an alert of its own that refers to the one before.
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

    /// What an alert does to those before it, in the words of CAP 1.2 (`msgType`).
    package enum Message: String, CaseIterable, Sendable, Codable {
        case alert, update, cancel
    }

    package let id: ID
    package let kind: Kind
    package let message: Message
    /// The alert that this one updates or cancels.
    package let reference: Reference?
    /// What it is about; empty when the reporter was not sure.
    package let allergens: [Allergen.ID]
    /// The level that was reached; people do not report one.
    package let level: Level?
    /// What strangers may see of the place: a station's position, or the snapped one of a report.
    package let publicPosition: Coordinate
    package let sent: Date
    package let expires: Date
    /// When it came to an end before it expired: it was updated, cancelled, withdrawn or hidden.
    package let ended: Date?
    /// What was measured or forecast; people report no value.
    package let finding: Finding?
    /// What people said; `nil` for stations.
    package let testimony: Testimony?

    package init(
        id: ID = .random(), kind: Kind, message: Message = .alert, reference: Reference? = nil,
        allergens: [Allergen.ID], level: Level?, publicPosition: Coordinate, sent: Date, expires: Date,
        ended: Date? = nil, finding: Finding? = nil, testimony: Testimony? = nil
    ) {
        self.id = id
        self.kind = kind
        self.message = message
        self.reference = reference
        self.allergens = allergens
        self.level = level
        self.publicPosition = publicPosition
        self.sent = sent
        self.expires = expires
        self.ended = ended
        self.finding = finding
        self.testimony = testimony
    }

    /// An earlier alert.
    package struct Reference: Hashable, Sendable {
        package let id: ID
        package let sent: Date

        package init(id: ID, sent: Date) {
            self.id = id
            self.sent = sent
        }
    }

    /// A value in the air, and who says so.
    package struct Finding: Hashable, Sendable {
        package let station: Station.ID
        package let stationName: String
        /// In the unit of the alert's one allergen.
        package let value: Double
        /// The day that the value is for.
        package let day: CivilDate
        package let basis: Basis
        /// Whether the value is the station's, or the highest that the map shows in the places that it concerns.
        package let gauge: Fence.Gauge

        package init(
            station: Station.ID, stationName: String, value: Double, day: CivilDate, basis: Basis,
            gauge: Fence.Gauge = .station
        ) {
            self.station = station
            self.stationName = stationName
            self.value = value
            self.day = day
            self.basis = basis
            self.gauge = gauge
        }
    }

    /// What people report at a place, all of them together.
    package struct Testimony: Hashable, Sendable {
        /// People who reported.
        package let reports: Int
        /// People who confirmed it.
        package let confirmations: Int
        /// The name of the account whose comment this is, or without one of that which reported first.
        ///
        /// For a person it is that of the guardian; it is not told of a hidden alert, nor of accounts that are gone.
        package let reporter: String?
        /// Every symptom that one of the latest hundred who reported has named.
        package let symptoms: [Symptom]
        /// What the latest reporter wrote who wrote something; it is not told of a hidden alert.
        package let comment: String?

        package init(
            reports: Int, confirmations: Int, reporter: String?, symptoms: [Symptom], comment: String?
        ) {
            self.reports = reports
            self.confirmations = confirmations
            self.reporter = reporter
            self.symptoms = symptoms
            self.comment = comment
        }
    }
}

/// What a person feels at a place.
package struct Report: Sendable {
    package let account: Account.ID
    /// The account of the person whom it is about, when that is not the reporter.
    package let person: Account.ID?
    /// The middle of the cell of the public grid in which it was made: all that is known of the place.
    package let position: Coordinate
    /// The suspected allergens; empty when not sure.
    package let allergens: [Allergen.ID]
    package let symptoms: [Symptom]
    package let comment: String?

    /// Takes up what a person says.
    ///
    /// Where exactly that was is forgotten here: it is neither kept nor matched, and so nobody can find it out by what
    /// follows from the report.
    package init(
        account: Account.ID, person: Account.ID? = nil, position: Coordinate, allergens: [Allergen.ID],
        symptoms: [Symptom], comment: String?
    ) {
        self.account = account
        self.person = person
        self.position = position.snapped(toGridOf: Self.publicGrid)
        self.allergens = allergens
        self.symptoms = symptoms
        self.comment = comment
    }

    /// Characters of a comment: what fits a line of a notification.
    package static let commentLimit = 50
    /// Unicode code points of a comment: four a character, as families and flags among the emoji have.
    package static let commentScalarLimit = 200
    /// Allergens and groups named in one report.
    package static let allergenLimit = 10
    /// The size in degrees of the grid on which a report is shown: about 1.1 km north to south.
    package static let publicGrid = 0.01
    /// Metres from the middle of a cell of that grid within which all of the cell lies.
    ///
    /// Half the diagonal is longest at the equator: 784.5 m on WGS 84.
    package static let publicReach = 785.0
}

/// What people with allergies feel, in the words of the total nasal and ocular symptom scores.
package enum Symptom: String, CaseIterable, Sendable, Codable {
    case sneezing, runnyNose, blockedNose, itchyNose, itchyEyes, wateryEyes, cough, wheezing, breathlessness,
        rash
}
