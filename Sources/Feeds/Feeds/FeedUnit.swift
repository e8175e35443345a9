import Allergens
import Observations

/// A unit in which a feed states concentrations, with its conversion to the stored unit.
///
/// Parts by volume become micrograms per cubic metre at 20 °C and 1013 hPa. European networks refer their
/// gases to these conditions (Directive 2008/50/EC, annex VI C), and this network converts back with the same
/// ones: `AirState.european`. A gas reported in parts by volume is therefore rated by exactly the reported
/// value.
enum FeedUnit: Hashable, Sendable {
    case kept(ConcentrationUnit)
    case milligramsPerCubicMetre
    case partsPerBillion
    case partsPerMillion

    /// Parses a unit as feeds spell it: `mg/m3`, `ppb`, `ppm`, and the spellings of `ConcentrationUnit`.
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

    /// Returns the factor that converts a value in this unit to the stored unit of its allergen.
    ///
    /// - Throws: `ReadingRejection.wrongUnit` if no conversion exists, for example from grains to micrograms,
    ///   and `ReadingRejection.notAGas` for parts by volume of anything but a gas.
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
