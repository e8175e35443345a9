import Alerts
import Allergens
import Foundation
import Geography
import HTTP
import People
import Topology

/// A report as clients send it.
struct ReportRequest: Decodable {
    let area: GeoJSONArea
    let allergens: [String]?
    let symptoms: [Symptom]?
    let strength: SymptomStrength?
    let comment: String?
    /// The person that the report is about, if not the reporter.
    let person: String?
    /// Whether people with an account may see the reporter's name.
    let showsName: Bool?

    func checkedPosition() throws -> Coordinate {
        guard case .point(let position) = area
        else { throw ReportRequest.problem("/area/type", "A report is made at a Point.") }
        return position
    }

    func checkedAllergens(_ taxonomy: Taxonomy) throws -> [Allergen.ID] {
        let spelled = allergens ?? []
        guard spelled.count <= Report.allergenLimit
        else {
            throw ReportRequest.problem(
                "/allergens", "A report names at most \(Report.allergenLimit) allergens and groups.")
        }
        let found = try spelled.enumerated().flatMap { place, text in
            guard let subject = taxonomy.subject(spelled: text)
            else { throw AllergenWire.unknown(text, at: "/allergens/\(place)") }
            return taxonomy.allergens(of: subject)
        }
        return taxonomy.ids(in: AllergenSet(found))
    }

    func checkedComment() throws -> String? {
        guard let sent = comment else { return nil }
        let comment = sent.trimmingCharacters(in: .whitespacesAndNewlines)
        guard sent.unicodeScalars.count <= Report.commentLimit else {
            throw ReportRequest.problem(
                "/comment", "A comment has at most \(Report.commentLimit) characters.")
        }
        guard !comment.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else { throw ReportRequest.problem("/comment", "A comment has no control characters.") }
        return comment.isEmpty ? nil : comment
    }

    static func problem(_ pointer: String, _ detail: String) -> Problem {
        Problem(.invalidReport, errors: [Problem.Detail(pointer: pointer, detail: detail)])
    }
}
