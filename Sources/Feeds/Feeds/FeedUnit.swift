import Allergens
import Observations

/// A unit in which a feed states concentrations, with the way to the unit in which they are kept.
///
/// Parts by volume become micrograms per cubic metre at 20 °C and 1013 hPa, to which the European networks refer their
/// gases (Directive 2008/50/EC, annex VI C) and this network reads them back: `AirState.european`. A gas that came
/// in as parts by volume is therefore rated by exactly those again.
enum FeedUnit: Hashable, Sendable {
    case kept(ConcentrationUnit)
    case milligramsPerCubicMetre
    case partsPerBillion
    case partsPerMillion

    /// Reads a unit as feeds spell it, beside the spellings of `ConcentrationUnit`: `mg/m3`, `ppb`, `ppm`.
    init?(spelling: String) {
        if let unit = ConcentrationUnit(spelling: spelling) {
            self = .kept(unit)
            return
        }
        switch spelling.lowercased().replacing("³", with: "3").replacing(" ", with: "") {
        case "mg/m3": self = .milligramsPerCubicMetre
        case "ppb": self = .partsPerBillion
        case "ppm": self = .partsPerMillion
        default: return nil
        }
    }

    /// What a value in this unit is to be multiplied by to be in the unit in which its allergen is kept.
    ///
    /// - Throws: `ReadingRejection.wrongUnit` where physics knows no way, such as from grains to micrograms, and
    ///   `ReadingRejection.notAGas` for parts by volume of what is none.
    func factor(to allergen: Allergen) throws(ReadingRejection) -> Double {
        guard let expected = allergen.unit else { throw .notMeasured(allergen.id) }
        switch self {
        case .kept(expected): return 1
        case .milligramsPerCubicMetre where expected == .microgramsPerCubicMetre: return 1_000
        case .partsPerBillion, .partsPerMillion:
            let unit: PollutantUnit = self == .partsPerBillion ? .partsPerBillion : .partsPerMillion
            guard expected == .microgramsPerCubicMetre, let gas = Pollutant(rawValue: allergen.id.rawValue),
                let factor = AirState.european.convert(1, of: gas, from: unit, to: .microgramsPerCubicMetre)
            else { throw .notAGas }
            return factor
        case .kept, .milligramsPerCubicMetre: throw .wrongUnit(expected: expected)
        }
    }
}
