import Allergens
import Geography

/// The first pass: how many answers are from where.
///
/// It grows with people, months and places, and not with their answers.
struct AreaCount {
    /// A month: the months since 1970.
    typealias Month = Int32

    struct Place: Hashable, Comparable {
        /// The cell's row × 3,600 + its column; −1 for none.
        let cell: Int32
        /// −1 for none.
        let region: Int32

        static func < (left: Self, right: Self) -> Bool {
            (left.cell, left.region) < (right.cell, right.region)
        }
    }

    /// Somebody in a month; for answers that are not linked, a day instead of somebody.
    struct Unit: Hashable {
        let person: Int32
        let month: Month
    }

    struct Key: Hashable {
        let unit: Unit
        let place: Place
        /// For answers that are not linked, the place of the form among those of the study; otherwise 0.
        let form: UInt8
    }

    /// The answers of somebody in a month to a form.
    struct Part: Hashable {
        let unit: Unit
        /// Its place among the forms of the study.
        let form: UInt8
    }

    private(set) var answers: [Key: Int32] = [:]
    /// For answers that are linked: the days on which somebody answered in a month.
    private(set) var days: [Part: DayCrowd.Days] = [:]
    /// The number of somebody's answers beyond the first of a day, by the place of the day in its month.
    private(set) var further: [Part: [Int: Int]] = [:]
    private(set) var isLinked: Bool?

    /// Counts an answer to the form at a place among those of the study.
    mutating func add(_ response: StudyResponse, to form: UInt8) {
        precondition(
            isLinked != (response.participant == nil),
            "answers of one study are all linked to people, or none")
        isLinked = response.participant != nil
        let part = Part(unit: Self.unit(of: response), form: form)
        let key = Key(
            unit: part.unit, place: Self.place(of: response), form: isLinked == true ? 0 : form)
        answers[key, default: 0] += 1
        guard isLinked == true else { return }
        let (index, known) = (Self.index(of: response.day), days[part] ?? 0)
        if known & DayCrowd.bit(index) != 0 { further[part, default: [:]][index, default: 0] += 1 }
        days[part] = known | DayCrowd.bit(index)
    }

    /// The place of a day in its month, from 0 on.
    static func index(of day: CivilDate) -> Int { day.components.day - 1 }

    static func unit(of response: StudyResponse) -> Unit {
        let parts = response.day.components
        return Unit(
            person: Int32(response.participant ?? response.day.daysSinceEpoch),
            month: Month((parts.year - 1970) * 12 + parts.month - 1))
    }

    static func place(of response: StudyResponse) -> Place {
        let region = Int32(response.region ?? -1)
        guard let place = response.place?.snapped(toGridOf: AnonymityPolicy.cell) else {
            return Place(cell: -1, region: region)
        }
        let column = Int32(((place.longitude + 180) / AnonymityPolicy.cell).rounded(.down))
        let row = Int32(((place.latitude + 90) / AnonymityPolicy.cell).rounded(.down))
        return Place(cell: row * 3_600 + column, region: region)
    }

    /// The middle of a cell.
    static func middle(of cell: Int32) -> ReleasedArea {
        let corner = (
            Double(cell % 3_600) * AnonymityPolicy.cell, Double(cell / 3_600) * AnonymityPolicy.cell
        )
        let half = AnonymityPolicy.cell / 2
        guard let inside = Coordinate(longitude: corner.0 + half - 180, latitude: corner.1 + half - 90) else {
            preconditionFailure("a cell is on the globe")
        }
        return .cell(inside.snapped(toGridOf: AnonymityPolicy.cell))
    }
}
