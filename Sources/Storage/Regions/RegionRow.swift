import Allergens
import Foundation
import GRDB
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
    /// - Throws: `DatabaseError` for an allergen that is not in the taxonomy.
    func stored(_ taxonomy: Taxonomy) throws -> Int {
        switch self {
        case .allergen(let id):
            guard let code = taxonomy[id]?.code else {
                throw DatabaseError(message: "no allergen \(id.rawValue)")
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
    init?(row: Row, place: ClassPlace, taxonomy: Taxonomy) {
        guard let subject = AirSubject(stored: row["subject"], taxonomy),
            let basis = Basis(rawValue: row["basis"])
        else { return nil }
        self.init(
            place: place, subject: subject, day: CivilDate(daysSinceEpoch: row["day"]), scale: row["scale"],
            code: row["code"], basis: basis)
    }
}

extension RegionAir.Concentration {
    init?(row: Row, taxonomy: Taxonomy) {
        guard let allergen = taxonomy[code: row["allergen"]], let basis = Basis(rawValue: row["basis"])
        else { return nil }
        self.init(allergen: allergen.id, value: row["value"], hours: row["hours"], basis: basis)
    }
}

extension Region {
    init(row: Row) {
        guard let id = Region.ID(rawValue: row["id"]), let zone = TimeZone(identifier: row["timeZone"])
        else { preconditionFailure("the store holds a region that could not have been added") }
        let bytes: Data? = row["outline"]
        self.init(
            id: id, name: row["name"], partOf: row["partOf"],
            polygons: bytes.flatMap { Outline(bytes: $0).polygons } ?? [], timeZone: zone,
            attribution: row["attribution"])
    }
}
