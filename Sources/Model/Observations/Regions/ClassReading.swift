package import Allergens

/// What a class or a regional value speaks of: one allergen, or a family whose members the source does not tell apart.
package enum AirSubject: Hashable, Sendable {
    case allergen(Allergen.ID)
    case group(Allergen.Group)

    /// The key in the taxonomy; an allergen and a family may have the same one.
    package var key: String {
        switch self {
        case .allergen(let id): id.rawValue
        case .group(let group): group.rawValue
        }
    }
}

/// Where a class holds.
package enum ClassPlace: Hashable, Sendable {
    case region(Region.ID)
    case station(Station.ID)

    /// The station, when it is one.
    package var station: Station.ID? {
        if case .station(let id) = self { id } else { nil }
    }
}

/// A class that a source states for a day, on a scale that is named wherever the class is shown.
///
/// It is kept apart from concentrations and takes no part in any interpolation.
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

    /// The step with its level and index, or `nil` when this program knows neither scale nor step.
    package var step: ClassScale.Step? { ClassScale.standard(scale)?.step(spelled: code) }
}

/// A concentration that a source computes for a region.
///
/// Regions have no place in the field of stations: their concentrations are told as what they are and not interpolated.
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
