/// The temperature and pressure of the air to which a mass concentration of a gas refers.
///
/// A cubic metre holds less of a gas when it is warm, so micrograms per cubic metre mean nothing without
/// them.
package struct AirState: Hashable, Sendable {
    package let celsius: Double
    package let hectopascals: Double

    /// Creates a state, or returns `nil` unless the air is warmer than absolute zero and under pressure.
    package init?(celsius: Double, hectopascals: Double) {
        guard celsius > -Self.kelvinAtZero, celsius.isFinite, hectopascals > 0, hectopascals.isFinite else {
            return nil
        }
        self.init(checked: celsius, hectopascals)
    }

    private init(checked celsius: Double, _ hectopascals: Double) {
        self.celsius = celsius
        self.hectopascals = hectopascals
    }

    /// 25 °C and 1013.25 hPa, the reference conditions of the US EPA (40 CFR 50.3).
    package static let unitedStates = AirState(checked: 25, 1013.25)
    /// 20 °C and 1013 hPa, to which gases are standardised in the EU (Directive 2008/50/EC, annex VI C).
    package static let european = AirState(checked: 20, 1013)

    private static let kelvinAtZero = 273.15
    /// Joules per mole and kelvin (CODATA 2018).
    private static let gasConstant = 8.314_462_618

    /// The volume of a mole of an ideal gas in litres: 24.47 in the US, 24.06 in the EU.
    package var molarVolume: Double {
        Self.gasConstant * (celsius + Self.kelvinAtZero) / (hectopascals * 100) * 1_000
    }

    /// A concentration in another unit; `nil` for parts by volume of particles, which are not a gas.
    package func convert(
        _ value: Double, of pollutant: Pollutant, from unit: PollutantUnit, to other: PollutantUnit
    ) -> Double? {
        if unit == other { return value }
        let small = value * unit.perSmallest
        if unit.isMass == other.isMass { return small / other.perSmallest }
        guard let molarMass = pollutant.molarMass else { return nil }
        let converted = unit.isMass ? small * molarVolume / molarMass : small * molarMass / molarVolume
        return converted / other.perSmallest
    }
}

extension PollutantUnit {
    /// Whether it is a mass in a volume, not a share of the volume.
    fileprivate var isMass: Bool { self == .microgramsPerCubicMetre || self == .milligramsPerCubicMetre }

    /// Micrograms per cubic metre, or parts per billion, in one of it.
    fileprivate var perSmallest: Double {
        switch self {
        case .microgramsPerCubicMetre, .partsPerBillion: 1
        case .milligramsPerCubicMetre, .partsPerMillion: 1_000
        }
    }
}
