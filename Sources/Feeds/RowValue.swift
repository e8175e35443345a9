import Allergens
import Foundation

/// A concentration as a feed gives it.
struct Measured {
    /// In the allergen's unit.
    let value: Double
    /// The limit that it lies below, when it could not be measured.
    let detectionLimit: Double?

    init(_ value: Double) {
        self.value = value
        detectionLimit = nil
    }

    init(belowLimit limit: Double) throws(ReadingRejection) {
        guard limit > 0 else { throw .detectionLimitOfZero }
        value = DetectionLimit.substitute(for: limit)
        detectionLimit = limit
    }
}

/// What a row says about an allergen, beside where and when.
struct RowValue {
    var measured: Measured?
    /// What is expected for ``valid``, or for the day after the row's own.
    var forecast: Double?
    var quality = ReadingQuality.valid
    var issued: Date?
    var valid: CivilDate?
    var note: String?

    init(measured: Measured? = nil) { self.measured = measured }
}

/// A unit as a row names it.
enum GivenUnit: Sendable {
    case own(Allergens.ConcentrationUnit)
    /// Parts per thousand million by volume.
    case partsPerBillion

    init?(spelling: String) {
        if let unit = Allergens.ConcentrationUnit(spelling: spelling) {
            self = .own(unit)
        } else if spelling.lowercased() == "ppb" {
            self = .partsPerBillion
        } else {
            return nil
        }
    }

    /// What a value in this unit is to be multiplied by to be in the allergen's own.
    ///
    /// Parts by volume become µg/m³ at 20 °C and 1013 hPa, to which Directive 2008/50/EC (annex VI C) standardises the
    /// volume of gases.
    func factor(to allergen: Allergen) throws(ReadingRejection) -> Double {
        guard let expected = allergen.unit else { throw .notMeasured(allergen.id) }
        switch self {
        case .own(let unit):
            guard unit == expected else { throw .wrongUnit(expected: expected) }
            return 1
        case .partsPerBillion:
            guard expected == .microgramsPerCubicMetre, let gas = Pollutant(rawValue: allergen.id.rawValue),
                let factor = AirState.european.convert(
                    1, of: gas, from: .partsPerBillion, to: .microgramsPerCubicMetre)
            else { throw .notAGas }
            return factor
        }
    }
}
