package import Allergens
package import Foundation
package import Geography
package import Observations
package import People

/// A warning about the air at a place.
///
/// A sent alert is never changed. A correction is an alert of its own that refers to the former one.
package struct Alert: Hashable, Sendable, Identifiable {
    package struct ID: RawRepresentable, Hashable, Sendable {
        package let rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }

        /// A new identifier that cannot be guessed.
        package static func random() -> ID { ID(rawValue: UUID().uuidString.lowercased()) }
    }

    /// The origin of an alert.
    package enum Kind: String, CaseIterable, Sendable, Codable {
        case station, user, forecast
    }

    /// The effect of an alert on earlier ones, in the terms of CAP 1.2 (`msgType`).
    package enum Message: String, CaseIterable, Sendable, Codable {
        case alert, update, cancel
    }

    package let id: ID
    package let kind: Kind
    package let message: Message
    /// The alert that this one updates or cancels.
    package let reference: Reference?
    /// The allergens it is about; empty when the reporter was not sure.
    package let allergens: [Allergen.ID]
    /// The level that was reached.
    ///
    /// People's reports have none.
    package let level: Level?
    /// The public part of the place: a station's position, or that of a report snapped to the grid.
    package let publicPosition: Coordinate
    package let sent: Date
    package let expires: Date
    /// When it would have expired as it was sent, if confirmations have prolonged it since.
    package let promised: Date?
    /// When it ended before it expired: it was updated, cancelled, withdrawn or hidden.
    package let ended: Date?
    /// What was measured or forecast.
    ///
    /// People's reports have no value.
    package let finding: Finding?
    /// What people reported; `nil` for stations.
    package let testimony: Testimony?

    package init(
        id: ID = .random(), kind: Kind, message: Message = .alert, reference: Reference? = nil,
        allergens: [Allergen.ID], level: Level?, publicPosition: Coordinate, sent: Date, expires: Date,
        promised: Date? = nil, ended: Date? = nil, finding: Finding? = nil, testimony: Testimony? = nil
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
        self.promised = promised
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

    /// A value in the air, and its station.
    package struct Finding: Hashable, Sendable {
        package let station: Station.ID
        package let stationName: String
        /// In the unit of the alert's one allergen.
        package let value: Double
        /// The day of the value.
        package let day: CivilDate
        package let basis: Basis
        /// Whether the value is the station's, or the highest of the map at the places it concerns.
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

    /// What people report at a place, all reports together.
    package struct Testimony: Hashable, Sendable {
        /// The number of people who reported.
        package let reports: Int
        /// The number of people who confirmed it.
        package let confirmations: Int
        /// The name of the account that wrote the comment or, without a comment, of the first reporter, if
        /// that report shows it; only for readers with an account.
        ///
        /// For a person it is the guardian's. It is missing for hidden alerts and deleted accounts.
        package let reporter: String?
        /// Every symptom in the latest hundred reports.
        package let symptoms: [Symptom]
        /// The latest comment; missing for hidden alerts.
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
    /// The account of the person it is about, unless that is the reporter.
    package let person: Account.ID?
    /// The middle of the cell of the public grid in which it was made.
    ///
    /// Nothing more of the place is known.
    package let position: Coordinate
    /// The suspected allergens; empty when the reporter was not sure.
    package let allergens: [Allergen.ID]
    package let symptoms: [Symptom]
    /// How strong the symptoms are, if the reporter says it.
    package let strength: SymptomStrength?
    package let comment: String?
    /// Whether others with an account may see the author's name.
    package let isNamed: Bool

    /// Creates a report.
    ///
    /// The exact position is dropped here. It is neither stored nor matched, so nobody can infer it from the
    /// report's effects.
    package init(
        account: Account.ID, person: Account.ID? = nil, position: Coordinate, allergens: [Allergen.ID],
        symptoms: [Symptom], strength: SymptomStrength? = nil, comment: String?, isNamed: Bool = false
    ) {
        self.account = account
        self.person = person
        self.position = position.snapped(toGridOf: Self.publicGrid)
        self.allergens = allergens
        self.symptoms = symptoms
        self.strength = strength
        self.comment = comment
        self.isNamed = isNamed
    }

    /// The largest number of Unicode code points in a comment: what fits a line of a notification.
    package static let commentLimit = 50
    /// The largest number of allergens and groups in one report.
    package static let allergenLimit = 10
    /// The grid on which a report is shown, in degrees: about 1.1 km north to south.
    package static let publicGrid = 0.01
    /// The radius in metres around the middle of a cell of that grid that covers the whole cell.
    ///
    /// Half the diagonal is longest at the equator: 784.5 m on WGS 84.
    package static let publicReach = 785.0
}

/// What people with allergies feel, in the terms of the total nasal and ocular symptom scores.
package enum Symptom: String, CaseIterable, Sendable, Codable {
    case sneezing, runnyNose, blockedNose, itchyNose, itchyEyes, wateryEyes, cough, wheezing, breathlessness,
        rash

    /// Whether somebody who reports it is asked whether they have contacted a doctor, as for the same symptom of a
    /// diary.
    package var isWorrisome: Bool { [.cough, .wheezing, .breathlessness].contains(self) }
}

/// How strong symptoms are, in the words of the reporter.
package enum SymptomStrength: String, CaseIterable, Sendable, Codable {
    case mild, moderate, strong
}
