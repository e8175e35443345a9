/// A pollutant of air quality indices, named by its key in the taxonomy.
package enum Pollutant: String, CaseIterable, Sendable, Codable {
    case fineParticles = "pm2_5"
    case particles = "pm10"
    case ozone
    case nitrogenDioxide = "nitrogen_dioxide"
    case sulphurDioxide = "sulphur_dioxide"
    case carbonMonoxide = "carbon_monoxide"

    package var allergen: Allergen.ID { Allergen.ID(rawValue: rawValue) }

    /// Grams per mole of a gas, from the standard atomic weights (IUPAC 2021, abridged); `nil` for particles.
    package var molarMass: Double? {
        switch self {
        case .fineParticles, .particles: nil
        case .ozone: 47.997
        case .nitrogenDioxide: 46.005
        case .sulphurDioxide: 64.058
        case .carbonMonoxide: 28.010
        }
    }
}

/// A unit in which air quality tables are printed.
package enum PollutantUnit: String, CaseIterable, Sendable, Codable {
    case microgramsPerCubicMetre = "ug/m3"
    case milligramsPerCubicMetre = "mg/m3"
    /// Parts per thousand million by volume, which do not depend on temperature and pressure.
    case partsPerBillion = "ppb"
    /// Parts per million by volume.
    case partsPerMillion = "ppm"
}

/// The time over which a concentration was averaged, as an ISO 8601 duration.
package enum AveragingPeriod: String, CaseIterable, Sendable, Codable {
    case quarterHour = "PT15M"
    case hour = "PT1H"
    case eightHours = "PT8H"
    case day = "PT24H"
}

/// The mean concentration of a pollutant over a period.
package struct PollutantMean: Sendable {
    package let pollutant: Pollutant
    /// The reported concentration; `nil` when there is none.
    package let value: Double?
    package let unit: PollutantUnit
    package let period: AveragingPeriod
    /// The air to which a mass concentration of a gas refers.
    package let air: AirState

    package init(
        _ pollutant: Pollutant, _ value: Double?, _ unit: PollutantUnit, over period: AveragingPeriod,
        in air: AirState
    ) {
        self.pollutant = pollutant
        self.value = value
        self.unit = unit
        self.period = period
        self.air = air
    }
}
