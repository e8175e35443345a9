package import Foundation

/// What a person keeps for when help is needed, such as a medicine, an injector or somebody to call.
///
/// All kinds are stored alike, as sealed JSON. A new kind needs no table: its key, its limit, and when it is next
/// due are all that the store asks for.
package protocol HelpRecord: Codable, Hashable, Sendable {
    /// The name of the kind in the store and in exports.
    ///
    /// It never changes once it has shipped.
    static var kind: HelpKind { get }
    /// The most of them that a person keeps.
    static var limit: Int { get }

    /// When something has to be said about it next, after a moment; `nil` if nothing has.
    ///
    /// The service looks at the record at that time, once.
    func due(after now: Date, in zone: TimeZone) -> Date?

    /// What is to be said at a moment that ``due(after:in:)`` has given.
    func matters(at due: Date, in zone: TimeZone) -> [HelpDue]

    /// This record, changed to be kept beside another of its kind that is added or changed; `nil` if it stays as
    /// it is.
    ///
    /// - Throws: ``HelpRefusal`` if both cannot be kept.
    func settled(beside newest: Self) throws(HelpRefusal) -> Self?

    /// The record that is kept when this one takes the place of a former one.
    func following(_ former: Self) -> Self
}

extension HelpRecord {
    package func due(after now: Date, in zone: TimeZone) -> Date? { nil }
    package func matters(at due: Date, in zone: TimeZone) -> [HelpDue] { [] }

    package func settled(beside newest: Self) throws(HelpRefusal) -> Self? { nil }
    package func following(_ former: Self) -> Self { self }
}

/// The kinds of records.
package enum HelpKind: String, CaseIterable, Codable, Sendable {
    case appointment
    case clinicRules
    case contact
    case dosage
    case doseReminder
    case food
    case injector
    case medicine
    case plan
    case sosSettings

    /// The type of its records.
    package var type: any HelpRecord.Type {
        switch self {
        case .appointment: Appointment.self
        case .clinicRules: ClinicRules.self
        case .contact: EmergencyContact.self
        case .dosage: Dosage.self
        case .doseReminder: DoseReminder.self
        case .food: FoodAllergy.self
        case .injector: Injector.self
        case .medicine: Medicine.self
        case .plan: ActionPlan.self
        case .sosSettings: SOSSettings.self
        }
    }
}

/// The identifier of a record.
package struct HelpID: Hashable, Sendable, RawRepresentable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    package static func random() -> HelpID { HelpID(rawValue: UUID().uuidString.lowercased()) }
}

/// A record as it is kept.
package struct Kept<Record: HelpRecord>: Hashable, Sendable {
    package let id: HelpID
    package let record: Record
    package let changed: Date

    package init(id: HelpID, record: Record, changed: Date) {
        (self.id, self.record, self.changed) = (id, record, changed)
    }
}

/// What a person noted about a day for one purpose, such as the doses of that day.
///
/// All parts of a day are stored together, sealed.
package protocol HelpDayPart: Codable, Hashable, Sendable {
    /// The name of the part in the store and in exports.
    static var part: HelpPart { get }
    /// Whether nothing is noted, so that nothing is stored.
    var isEmpty: Bool { get }
}

/// The parts of a day.
package enum HelpPart: String, CaseIterable, Codable, Sendable {
    case doses, intakes
}

/// Why a record was not kept.
package enum HelpRefusal: Error, Hashable, Sendable {
    case tooMany(limit: Int)
    /// Another record is about the same, or has the same name.
    case known
}

/// Everything that a person keeps, in the form of the store, for an export.
package struct HelpHoldings: Hashable, Sendable {
    /// A record of any kind.
    package struct Record: Hashable, Sendable {
        package let id: HelpID
        package let kind: HelpKind
        package let changed: Date
        /// JSON.
        package let content: Data

        package init(id: HelpID, kind: HelpKind, changed: Date, content: Data) {
            (self.id, self.kind, self.changed, self.content) = (id, kind, changed, content)
        }
    }

    /// A part of a day.
    package struct Day: Hashable, Sendable {
        /// Days since 1970.
        package let day: Int
        package let part: HelpPart
        /// JSON.
        package let content: Data

        package init(day: Int, part: HelpPart, content: Data) {
            (self.day, self.part, self.content) = (day, part, content)
        }
    }

    /// A reminder that was sent, or was not.
    package struct Reminder: Hashable, Sendable {
        /// What became of it over one channel.
        package struct Sending: Hashable, Sendable {
            package let kind: String
            package let state: String

            package init(kind: String, state: String) { (self.kind, self.state) = (kind, state) }
        }

        package let due: Date
        package let matter: HelpMatter
        package let records: [HelpID]
        package let omission: String?
        package let sendings: [Sending]

        package init(
            due: Date, matter: HelpMatter, records: [HelpID], omission: String?, sendings: [Sending]
        ) {
            (self.due, self.matter, self.records) = (due, matter, records)
            (self.omission, self.sendings) = (omission, sendings)
        }
    }

    package let records: [Record]
    package let days: [Day]
    /// The newest first.
    package let reminders: [Reminder]

    package init(records: [Record], days: [Day], reminders: [Reminder] = []) {
        (self.records, self.days, self.reminders) = (records, days, reminders)
    }
}
