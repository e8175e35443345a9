package import Allergens
import Foundation
package import Observations

extension DemonstrationSeason {
    /// The spread of the logarithm from day to day of one instrument.
    private static let instrument = 0.15

    /// The stations' daily means of pollutants, in whole micrograms per cubic metre.
    ///
    /// They share the weather of the pollen: where it is calm and dry there is more of both.
    package func pollution(on day: CivilDate) -> [Reading] {
        weatherBySite(on: day).flatMap { station, calm, wet in
            Pollution.all.map { pollution in
                let key = station.rawValue.stableHash ^ pollution.allergen.rawValue.stableHash
                var place = SeededNumbers(seed: seed, key, 5)
                var chance = SeededNumbers(seed: seed, key, UInt64(bitPattern: Int64(day.daysSinceEpoch)), 6)
                let logarithm =
                    pollution.usual(onDay: day.dayOfYear) + pollution.place * place.normal()
                    + pollution.weather * calm - pollution.washing * wet + Self.instrument * chance.normal()
                return Reading(
                    station: station, allergen: pollution.allergen, period: .day(day),
                    value: exp(logarithm).rounded())
            }
        }
    }
}
