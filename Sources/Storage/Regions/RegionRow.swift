import Allergens
import Foundation
import Geography
import Observations

extension AirSubject {
    /// The first number of a family.
    ///
    /// Allergens have lower numbers.
    private static let firstGroup = 128

    /// The numbers of families.
    ///
    /// No other family is ever given one of them.
    private static let groupNumbers: [(Allergen.Group, Int)] = [
        (.tree, firstGroup), (.grass, firstGroup + 1), (.weed, firstGroup + 2), (.spore, firstGroup + 3),
    ]

    /// The subject's number in the store.
    ///
    /// - Throws: ``ReadingRejection/unknownAllergen`` for an allergen that is not in the taxonomy.
    func stored(_ taxonomy: Taxonomy) throws -> Int {
        switch self {
        case .allergen(let id):
            guard let code = taxonomy[id]?.code else {
                throw ReadingRejection.unknownAllergen
            }
            return code
        case .group(let group):
            guard let number = Self.groupNumbers.first(where: { $0.0 == group })?.1 else {
                preconditionFailure("every family has a number")
            }
            return number
        }
    }

    /// The subject with a number in the store; `nil` for an allergen that this taxonomy does not have.
    init?(stored number: Int, _ taxonomy: Taxonomy) {
        if let group = Self.groupNumbers.first(where: { $0.1 == number })?.0 {
            self = .group(group)
        } else if let allergen = taxonomy[code: number] {
            self = .allergen(allergen.id)
        } else {
            return nil
        }
    }
}

extension ClassReading {
    init?(row: QueryRow, place: ClassPlace, taxonomy: Taxonomy) throws {
        guard let subject = AirSubject(stored: try row["subject"], taxonomy),
            let basis = Basis(rawValue: try row["basis"])
        else { return nil }
        self.init(
            place: place, subject: subject, day: CivilDate(daysSinceEpoch: try row["day"]),
            scale: try row["scale"],
            code: try row["code"], basis: basis)
    }
}

extension RegionAir.Concentration {
    init?(row: QueryRow, taxonomy: Taxonomy) throws {
        guard let allergen = taxonomy[code: try row["allergen"]],
            let basis = Basis(rawValue: try row["basis"])
        else { return nil }
        self.init(allergen: allergen.id, value: try row["value"], hours: try row["hours"], basis: basis)
    }
}

extension Region {
    init(row: QueryRow) throws {
        guard let id = Region.ID(rawValue: try row["id"]),
            let zone = TimeZone(identifier: try row["timeZone"])
        else { preconditionFailure("the store holds a region that could not have been added") }
        let bytes: Data? = try row["outline"]
        self.init(
            id: id, name: try row["name"], partOf: try row["partOf"],
            polygons: bytes.flatMap { Outline(bytes: $0).polygons } ?? [], timeZone: zone,
            attribution: try row["attribution"])
    }
}
