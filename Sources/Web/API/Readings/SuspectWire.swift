import Allergens
import Foundation
import HTTP
import Observations

/// `GET /v1/stations/{id}/suspects`.
struct SuspectList: Encodable {
    struct Entry: Encodable {
        let allergen: Allergen.ID
        /// The day of a daily value; hourly values have the end of their hours instead.
        let day: String?
        let time: Date?
        let hours: Int
        let value: Double
        let unit: ConcentrationUnit?
        let detectionLimit: Double?
        /// The reasons for doubt, in English words and by permanent names.
        let reasons: [String]
        let doubts: [String]

        init(_ suspect: SuspectValue, in taxonomy: Taxonomy) {
            allergen = suspect.place.allergen
            if case .day(let day) = suspect.place.period { self.day = day.description } else { day = nil }
            time = suspect.place.period.end
            hours = suspect.place.period.hours
            value = suspect.value
            unit = taxonomy[suspect.place.allergen]?.unit
            detectionLimit = suspect.detectionLimit
            reasons = suspect.suspicions.reasons
            doubts = suspect.suspicions.keys
        }
    }

    let suspects: [Entry]
    /// The total on all pages, and the first and last day.
    let total: Int
    let from: String?
    let to: String?
    /// The value of `before` for the next page; absent on the last.
    let next: String?

    init(_ page: SuspectPage, in taxonomy: Taxonomy) {
        suspects = page.values.map { Entry($0, in: taxonomy) }
        total = page.total
        from = page.days?.lowerBound.description
        to = page.days?.upperBound.description
        next = page.next?.mark
    }
}

extension SuspectValue.Place {
    /// A position from which a list continues, as text: `birch,2026-04-08` or `birch,2026-04-08T14:00:00Z,1`.
    var mark: String {
        switch period {
        case .day(let day): "\(allergen.rawValue),\(day)"
        case .hour(let end), .threeHours(let end):
            "\(allergen.rawValue),\(end.formatted(.iso8601)),\(period.hours)"
        }
    }

    /// Parses a position; returns `nil` if the text is not one.
    init?(mark: String, in taxonomy: Taxonomy) {
        let parts = mark.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard let allergen = parts.first.flatMap(taxonomy.allergen(spelled:)) else { return nil }
        switch (parts.count, parts.last) {
        case (2, _):
            guard let day = CivilDate(parts[1]) else { return nil }
            self.init(allergen: allergen.id, period: .day(day))
        case (3, "1"), (3, "3"):
            guard let end = Date(rfc3339: parts[1]) else { return nil }
            self.init(
                allergen: allergen.id, period: parts[2] == "1" ? .hour(ending: end) : .threeHours(ending: end)
            )
        default: return nil
        }
    }
}
