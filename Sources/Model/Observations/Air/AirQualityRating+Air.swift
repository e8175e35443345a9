package import Allergens

extension AirQualityRating {
    /// The ratings of the air at a place by every index; none if no pollutant is known there.
    ///
    /// The known value of a day is its mean over 24 hours. An older value counts as missing. The gases refer
    /// to 20 °C and 1013 hPa, as European networks report them.
    ///
    /// - Parameters:
    ///   - air: The days' values at the place.
    ///   - hours: The last hours around it, if the day is today.
    ///   - day: The day.
    /// - Returns: A rating by each index.
    package static func ratings(
        of air: [AirValue], hours: [PollutantHours] = [], on day: CivilDate
    ) -> [AirQualityRating] {
        let means = air.compactMap { value -> PollutantMean? in
            guard let pollutant = Pollutant(rawValue: value.allergen.id.rawValue) else { return nil }
            return PollutantMean(
                pollutant, value.today.day == day ? value.today.value : nil, .microgramsPerCubicMetre,
                over: .day, in: .european)
        }
        let all = means + hours.flatMap(\.means)
        guard !all.isEmpty else { return [] }
        return AirQualityIndex.standard.map { $0.rate(all) }
    }
}

extension AirQualityAbsence {
    /// The permanent name of the reason, for code that puts it into words.
    package var key: String {
        switch self {
        case .missing: "missing"
        case .notFinite: "notFinite"
        case .negative: "negative"
        case .notRated: "notRated"
        case .otherPeriod: "otherPeriod"
        case .noConversion: "noConversion"
        case .belowTable: "belowTable"
        }
    }
}
