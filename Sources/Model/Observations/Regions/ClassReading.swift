package import Allergens

/// The subject of a class or a regional value: one allergen, or a family whose members the source does not
/// distinguish.
package enum AirSubject: Hashable, Sendable {
    case allergen(Allergen.ID)
    case group(Allergen.Group)

    /// The key in the taxonomy.
    ///
    /// An allergen and a family may have the same one.
    package var key: String {
        switch self {
        case .allergen(let id): id.rawValue
        case .group(let group): group.rawValue
        }
    }
}

/// The place to which a class applies.
package enum ClassPlace: Hashable, Sendable {
    case region(Region.ID)
    case station(Station.ID)

    /// The station; `nil` for a region.
    package var station: Station.ID? {
        if case .station(let id) = self { id } else { nil }
    }
}

/// A class that a source states for a day, on a scale that is named wherever the class is shown.
///
/// It is stored separately from concentrations and takes no part in interpolation.
package struct ClassReading: Hashable, Sendable {
    package let place: ClassPlace
    package let subject: AirSubject
    package let day: CivilDate
    /// The scale, one of ``ClassScale/standard``.
    package let scale: String
    /// The step of the scale, by its code.
    package let code: String
    package let basis: Basis

    package init(
        place: ClassPlace, subject: AirSubject, day: CivilDate, scale: String, code: String, basis: Basis
    ) {
        self.place = place
        self.subject = subject
        self.day = day
        self.scale = scale
        self.code = code
        self.basis = basis
    }

    /// The step with its level and index, or `nil` when the scale or step is unknown.
    package var step: ClassScale.Step? { ClassScale.standard(scale)?.step(spelled: code) }
}

/// A concentration that a source computes for a region.
///
/// Regions are not part of the field of stations: their concentrations are reported as they are, without
/// interpolation.
package struct RegionValue: Hashable, Sendable {
    package let region: Region.ID
    package let allergen: Allergen.ID
    package let period: Reading.Period
    /// The concentration, zero or more, in the allergen's unit.
    package let value: Double
    package let basis: Basis

    package init(
        region: Region.ID, allergen: Allergen.ID, period: Reading.Period, value: Double, basis: Basis
    ) {
        self.region = region
        self.allergen = allergen
        self.period = period
        self.value = value
        self.basis = basis
    }
}
