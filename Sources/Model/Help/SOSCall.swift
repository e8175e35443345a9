package import Foundation
package import Geography
package import HealthMetrics

/// Where somebody is who presses SOS.
///
/// It is kept only until it has been delivered.
package struct SOSPosition: Hashable, Codable, Sendable {
    package let longitude: Double
    package let latitude: Double
    /// Within how many metres, if the device has said so.
    package let accuracy: Double?

    package init(_ place: Coordinate, accuracy: Double?) {
        (longitude, latitude) = (place.longitude, place.latitude)
        self.accuracy = accuracy
    }

    /// `nil` only for what no device has sent.
    package var place: Coordinate? { Coordinate(longitude: longitude, latitude: latitude) }
}

/// What a person's contacts were told when the person pressed SOS, and what became of it.
package struct SOSCall: Hashable, Sendable, Identifiable {
    package struct ID: RawRepresentable, Hashable, Codable, Sendable {
        package let rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }
    }

    /// Why a contact cannot be reached by the service.
    package enum Obstacle: String, CaseIterable, Codable, Sendable {
        /// No address is kept.
        case noEmail
        case notAsked
        /// The contact has not answered yet.
        case unanswered
        case declined
        /// The service has no mail server.
        case noMail

        /// Why a contact cannot be reached, if that is so.
        package init?(_ contact: EmergencyContact, isMailed: Bool) {
            switch contact.agreement {
            case _ where contact.email == nil: self = .noEmail
            case .notAsked: self = .notAsked
            case .asked: self = .unanswered
            case .declined: self = .declined
            case .agreed where !isMailed: self = .noMail
            case .agreed: return nil
            }
        }
    }

    /// What became of it for one contact.
    package struct Line: Hashable, Sendable {
        package let contact: HelpID
        package let name: String
        package let outcome: Outcome

        package init(contact: HelpID, name: String, outcome: Outcome) {
            (self.contact, self.name, self.outcome) = (contact, name, outcome)
        }
    }

    package enum Outcome: Hashable, Sendable {
        case undeliverable(Obstacle)
        case letter(ContactLetter.State)
    }

    /// How often it can be pressed within ``span`` seconds, so that nobody is flooded.
    package static let limit = 10
    package static let span: TimeInterval = 3_600

    package let id: ID
    package let pressed: Date
    package let hasPosition: Bool
    package let hasValues: Bool
    /// In the order of the contacts.
    package let lines: [Line]

    package init(id: ID, pressed: Date, hasPosition: Bool, hasValues: Bool, lines: [Line]) {
        (self.id, self.pressed, self.lines) = (id, pressed, lines)
        (self.hasPosition, self.hasValues) = (hasPosition, hasValues)
    }
}

/// A health value as a contact reads it.
package struct SOSValue: Hashable, Codable, Sendable {
    package let kind: MetricKind
    /// In the unit of the kind.
    package let value: Double
    package let time: Date

    package init(kind: MetricKind, value: Double, time: Date) {
        (self.kind, self.value, self.time) = (kind, value, time)
    }
}
