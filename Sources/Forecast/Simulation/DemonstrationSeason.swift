package import Allergens
import Foundation
import Geography
package import Observations

/// A year of invented pollen and pollution, for trying the network out without a feed.
///
/// Each value depends only on the seed, the station, the allergen and the day, so any day can be computed in
/// any order with the same result. Seasons come later further north and higher up. Neighbouring stations
/// share the weather, and rain washes a region clean. None of this is a measurement: the demonstration's
/// stations are marked as simulated.
package struct DemonstrationSeason: Sendable {
    let seed: UInt64
    private let sites: [Site]
    private let taxa: [Course]
    private let weather: RandomField
    private let rain: RandomField

    /// Prepares the season of some stations.
    package init(stations: [Station], seed: UInt64) {
        self.init(stations: stations, seed: seed, taxa: Taxon.all)
    }

    /// Prepares the season of some of the taxa; their values are the same as among all of them.
    init(stations: [Station], seed: UInt64, taxa: [Taxon]) {
        self.seed = seed
        let weather = RandomField(seed: seed, name: "weather")
        let rain = RandomField(seed: seed, name: "rain")
        let taxa = taxa.map { Course($0, seed: seed) }
        self.weather = weather
        self.rain = rain
        self.taxa = taxa
        sites = stations.map { station in
            let vector = UnitVector(station.position)
            return Site(
                station: station, weather: weather.site(vector), rain: rain.site(vector),
                stands: taxa.map { Stand($0, at: station, vector: vector, seed: seed) })
        }
    }

    /// The stations' readings on a day, as whole grains or spores in a cubic metre of air.
    ///
    /// A station counts what grows in its part of Europe, and out of season it counts zero.
    package func readings(on day: CivilDate) -> [Reading] {
        values(on: day).map { station, taxon, value in
            Reading(station: station, allergen: taxon.allergen, period: .day(day), value: value)
        }
    }

    /// The stations' forecasts for the day after `day`: the readings of that day with a realistic forecast
    /// error.
    package func forecasts(issuedOn day: CivilDate) -> [Forecast] {
        let tomorrow = day.adding(days: 1)
        return values(on: tomorrow).map { station, taxon, value in
            var numbers = SeededNumbers(
                seed: seed, station.rawValue.stableHash, taxon.allergen.rawValue.stableHash,
                UInt64(bitPattern: Int64(tomorrow.daysSinceEpoch)), 1)
            let expected = (value * exp(Self.forecastError * numbers.normal())).rounded()
            return Forecast(
                station: station, allergen: taxon.allergen, day: tomorrow, value: min(expected, taxon.ceiling)
            )
        }
    }

    /// The error of a forecast's natural logarithm; smaller than the change from one day to the next.
    private static let forecastError = 0.35
}

extension DemonstrationSeason {
    /// An allergen with the weather that affects it alone.
    private struct Course: Sendable {
        let taxon: Taxon
        let curve: SeasonCurve
        let field: RandomField

        init(_ taxon: Taxon, seed: UInt64) {
            self.taxon = taxon
            curve = SeasonCurve(start: taxon.dates.start, peak: taxon.dates.peak, end: taxon.dates.end)
            field = RandomField(seed: seed, name: taxon.allergen.rawValue)
        }
    }

    private struct Site: Sendable {
        let station: Station
        let weather: RandomField.Site
        let rain: RandomField.Site
        let stands: [Stand]
    }

    /// An allergen at a station.
    private struct Stand: Sendable {
        /// Whether the station counts it.
        let isCounted: Bool
        /// The typical value of a day at the peak, without weather.
        let height: Double
        /// Days by which the season is later than at the taxon's reference.
        let delay: Double
        let field: RandomField.Site
        let key: UInt64

        init(_ course: Course, at station: Station, vector: UnitVector, seed: UInt64) {
            let taxon = course.taxon
            let altitude = station.altitude ?? Weather.referenceAltitude
            let abundance = taxon.range.abundance(at: station.position, altitude: altitude)
            key = station.id.rawValue.stableHash ^ taxon.allergen.rawValue.stableHash
            var numbers = SeededNumbers(seed: seed, key, 2)
            isCounted = abundance >= GrowingRange.counted
            height =
                taxon.maximum * Weather.calmShare * abundance * exp(Weather.placeSpread * numbers.normal())
            let higher = (altitude - Weather.referenceAltitude) / Weather.metresPerDegree
            delay = taxon.delay * (station.position.latitude - taxon.referenceLatitude + higher)
            field = course.field.site(vector)
        }
    }

    /// How weather and chance change a day's value; spreads are those of natural logarithms.
    private enum Weather {
        /// The value of a calm day at the peak as a share of the year's highest; the rest is luck with the
        /// weather.
        static let calmShare = 0.42
        /// The spread between places of the same region: what grows in the next street.
        static let placeSpread = 0.35
        /// The spread from day to day that all flowering plants share.
        static let common = 0.45
        /// The spread from day to day of one allergen.
        static let own = 0.45
        /// The spread from day to day of one trap; two traps side by side differ by a median of 16 %.
        static let local = 0.25
        /// The value of the rain field above which it rains: about one day in five.
        static let rainFrom = 0.85
        /// How fast rain washes pollen out as the field rises further.
        static let washing = 4.0
        /// The altitude in metres of Basel and Luxembourg, where the seasons' dates come from.
        static let referenceAltitude = 280.0
        /// Metres upwards that delay a season as much as one degree northwards; Hopkins has 400 feet.
        static let metresPerDegree = 122.0
        /// The spread of a year's season around the usual dates, in days.
        static let yearlyShift = 4.0
    }
}

extension DemonstrationSeason {
    /// The weather at each station: how calm and sunny it is, in standard deviations, and how wet, 0 or more.
    func weatherBySite(on day: CivilDate) -> [(Station.ID, calm: Double, wet: Double)] {
        let (weatherToday, rainToday) = (weather.day(day.daysSinceEpoch), rain.day(day.daysSinceEpoch))
        return sites.map { site in
            (
                site.station.id, weatherToday.value(at: site.weather),
                max(0, rainToday.value(at: site.rain) - Weather.rainFrom)
            )
        }
    }

    private func values(on day: CivilDate) -> [(Station.ID, Taxon, Double)] {
        let fields = taxa.map { $0.field.day(day.daysSinceEpoch) }
        var values: [(Station.ID, Taxon, Double)] = []
        for (site, (_, calm, wet)) in zip(sites, weatherBySite(on: day)) {
            let common = Weather.common * calm - Weather.washing * wet
            for (index, stand) in site.stands.enumerated() where stand.isCounted {
                let season = inSeason(taxa[index], stand, on: day)
                // Half a thousandth of a grain is none, whatever the weather.
                guard season > 0.0005 else {
                    values.append((site.station.id, taxa[index].taxon, 0))
                    continue
                }
                var numbers = SeededNumbers(
                    seed: seed, stand.key, UInt64(bitPattern: Int64(day.daysSinceEpoch)), 3)
                let chance = common + Weather.own * fields[index].value(at: stand.field)
                let value = season * exp(chance + Weather.local * numbers.normal())
                values.append(
                    (site.station.id, taxa[index].taxon, min(value.rounded(), taxa[index].taxon.ceiling)))
            }
        }
        return values
    }

    /// The value of a day without weather.
    private func inSeason(_ course: Course, _ stand: Stand, on day: CivilDate) -> Double {
        // The season nearest to the day may belong to the year before or after.
        let fromPeak = Double(day.dayOfYear) - course.curve.peak - stand.delay
        let turns = (fromPeak / 365.25).rounded()
        let year = day.components.year + Int(turns)
        var numbers = SeededNumbers(
            seed: seed, course.taxon.allergen.rawValue.stableHash, UInt64(bitPattern: Int64(year)), 4)
        let shift = Weather.yearlyShift * numbers.normal()
        let plenty = exp(course.taxon.yearlySpread * numbers.normal())
        let days = fromPeak - 365.25 * turns - shift
        return stand.height * plenty * course.curve.share(daysAfterPeak: days)
    }
}

extension Taxon {
    /// The highest value that the rules for readings accept.
    fileprivate var ceiling: Double { Taxonomy.standard[allergen]?.ceiling ?? 0 }
}
