import Foundation

// The parts of FHIR R4 (HL7, 4.0.1) that a diary's summary consists of, under their names there.

struct FHIRCoding: Encodable {
    let system: String
    let code: String
    var display: String?
}

struct FHIRConcept: Encodable {
    var coding: [FHIRCoding]?
    let text: String
}

struct FHIRReference: Encodable { let reference: String }

/// A number with its unit.
struct FHIRQuantity: Encodable {
    static let ucum = "http://unitsofmeasure.org"

    let value: Double
    let unit: String
    /// Both are missing where the unit is in somebody's own words.
    var system: String? = FHIRQuantity.ucum
    var code: String?
}

struct FHIRNote: Encodable { let text: String }

/// The person, of whom the summary says nothing else.
struct FHIRPatient: Encodable {
    let resourceType = "Patient"
    let id: String
}

struct FHIRQuestionnaire: Encodable {
    struct Item: Encodable {
        let linkId: String
        let text: String
        let type: String
    }

    let resourceType = "Questionnaire"
    let id: String
    let url: String
    let version: String
    let title: String
    let status = "active"
    let subjectType = ["Patient"]
    let item: [Item]
}

struct FHIRQuestionnaireResponse: Encodable {
    struct Answer: Encodable {
        var valueDate: String?
        var valueInteger: Int?
        var valueBoolean: Bool?
    }

    struct Item: Encodable {
        let linkId: String
        let answer: [Answer]
    }

    let resourceType = "QuestionnaireResponse"
    let id: String
    let questionnaire: String
    let status = "completed"
    let subject: FHIRReference
    /// When it was last changed.
    let authored: Date
    let source: FHIRReference
    let item: [Item]
}

struct FHIRObservation: Encodable {
    let resourceType = "Observation"
    let id: String
    let status = "final"
    let category: [FHIRConcept]
    let code: FHIRConcept
    let subject: FHIRReference
    /// A day, or a moment.
    let effectiveDateTime: String
    /// What it followed.
    var partOf: [FHIRReference]?
    var valueQuantity: FHIRQuantity?
    var valueCodeableConcept: FHIRConcept?
    var valueString: String?
    var note: [FHIRNote]?
    var method: FHIRConcept?
    var component: [FHIRComponent]?
}

/// A part of what was observed.
struct FHIRComponent: Encodable {
    let code: FHIRConcept
    var valueQuantity: FHIRQuantity?
    /// Why there is no value.
    var dataAbsentReason: FHIRConcept?
}

struct FHIRPeriod: Encodable {
    let start: String?
    let end: String?
}

/// When something is planned.
struct FHIRTiming: Encodable {
    private enum Key: String, CodingKey { case `repeat` }
    private enum RepeatKey: String, CodingKey {
        case boundsPeriod, frequency, period, periodUnit, dayOfWeek, timeOfDay
    }

    let boundsPeriod: FHIRPeriod?
    /// Once in so many days.
    let period: Int
    let dayOfWeek: [String]?
    let timeOfDay: [String]

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        var content = container.nestedContainer(keyedBy: RepeatKey.self, forKey: .repeat)
        try content.encodeIfPresent(boundsPeriod, forKey: .boundsPeriod)
        try content.encode(1, forKey: .frequency)
        try content.encode(period, forKey: .period)
        try content.encode("d", forKey: .periodUnit)
        try content.encodeIfPresent(dayOfWeek, forKey: .dayOfWeek)
        try content.encode(timeOfDay, forKey: .timeOfDay)
    }
}

struct FHIRDosage: Encodable {
    let text: String
    var timing: FHIRTiming?
    var asNeededBoolean: Bool?
}

/// That a medicine is planned, or was taken or skipped.
struct FHIRMedicationStatement: Encodable {
    enum Status: String, Encodable {
        case active, completed
        case onHold = "on-hold"
        case notTaken = "not-taken"
    }

    let resourceType = "MedicationStatement"
    let id: String
    var status = Status.completed
    let medicationCodeableConcept: FHIRConcept
    let subject: FHIRReference
    /// A day, or a moment; `nil` for what is planned.
    var effectiveDateTime: String?
    var dateAsserted: Date?
    let informationSource: FHIRReference
    var reasonCode: [FHIRConcept]?
    var dosage: [FHIRDosage]?
}

/// That a dose was taken.
struct FHIRMedicationAdministration: Encodable {
    struct Performer: Encodable { let actor: FHIRReference }

    struct Dosage: Encodable {
        let text: String?
        let route: FHIRConcept
        let dose: FHIRQuantity
    }

    let resourceType = "MedicationAdministration"
    let id: String
    let status = "completed"
    let medicationCodeableConcept: FHIRConcept
    let subject: FHIRReference
    let effectiveDateTime: String
    let performer: [Performer]
    let dosage: Dosage
    let note: [FHIRNote]?
}

/// Resources that were put together.
struct FHIRBundle: Encodable {
    enum Resource: Encodable {
        case patient(FHIRPatient)
        case questionnaire(FHIRQuestionnaire)
        case response(FHIRQuestionnaireResponse)
        case observation(FHIRObservation)
        case medication(FHIRMedicationStatement)
        case administration(FHIRMedicationAdministration)

        func encode(to encoder: any Encoder) throws {
            switch self {
            case .patient(let patient): try patient.encode(to: encoder)
            case .questionnaire(let questionnaire): try questionnaire.encode(to: encoder)
            case .response(let response): try response.encode(to: encoder)
            case .observation(let observation): try observation.encode(to: encoder)
            case .medication(let statement): try statement.encode(to: encoder)
            case .administration(let dose): try dose.encode(to: encoder)
            }
        }

        fileprivate var id: String {
            switch self {
            case .patient(let patient): patient.id
            case .questionnaire(let questionnaire): questionnaire.id
            case .response(let response): response.id
            case .observation(let observation): observation.id
            case .medication(let statement): statement.id
            case .administration(let dose): dose.id
            }
        }
    }

    struct Entry: Encodable {
        let fullUrl: String
        let resource: Resource
    }

    let resourceType = "Bundle"
    let type = "collection"
    let timestamp: Date
    let entry: [Entry]

    init(_ resources: [Resource], at now: Date) {
        timestamp = now
        entry = resources.map { Entry(fullUrl: "urn:uuid:\($0.id)", resource: $0) }
    }

    static let mediaType = "application/fhir+json"
}
