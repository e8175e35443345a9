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

/// A number with a unit of UCUM.
struct FHIRQuantity: Encodable {
    let value: Double
    let unit: String
    let system = "http://unitsofmeasure.org"
    let code: String
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
    /// A day.
    let effectiveDateTime: String
    var valueQuantity: FHIRQuantity?
    var valueCodeableConcept: FHIRConcept?
    var valueString: String?
    var note: [FHIRNote]?
}

struct FHIRMedicationStatement: Encodable {
    let resourceType = "MedicationStatement"
    let id: String
    let status = "completed"
    let medicationCodeableConcept: FHIRConcept
    let subject: FHIRReference
    /// A day.
    let effectiveDateTime: String
    let informationSource: FHIRReference
}

/// Resources that were put together.
struct FHIRBundle: Encodable {
    enum Resource: Encodable {
        case patient(FHIRPatient)
        case questionnaire(FHIRQuestionnaire)
        case response(FHIRQuestionnaireResponse)
        case observation(FHIRObservation)
        case medication(FHIRMedicationStatement)

        func encode(to encoder: any Encoder) throws {
            switch self {
            case .patient(let patient): try patient.encode(to: encoder)
            case .questionnaire(let questionnaire): try questionnaire.encode(to: encoder)
            case .response(let response): try response.encode(to: encoder)
            case .observation(let observation): try observation.encode(to: encoder)
            case .medication(let statement): try statement.encode(to: encoder)
            }
        }

        fileprivate var id: String {
            switch self {
            case .patient(let patient): patient.id
            case .questionnaire(let questionnaire): questionnaire.id
            case .response(let response): response.id
            case .observation(let observation): observation.id
            case .medication(let statement): statement.id
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
