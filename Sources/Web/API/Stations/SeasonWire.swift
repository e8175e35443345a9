import Allergens
import HTTP
import Observations
import Seasons

/// `GET /v1/stations/{id}/season` and `GET /v1/air/season`.
struct SeasonWire: Encodable {
    struct StationWire: Encodable {
        let id: String
        let name: String
        let attribution: String?
        /// Whole metres from the place; `nil` where the station itself was asked for.
        let distance: Int?
    }

    struct Value: Encodable {
        let day: String
        let value: Double

        init(_ daily: DailyValue) {
            day = daily.day.description
            value = daily.value.inHundredths
        }
    }

    /// The quantiles of earlier years.
    struct Normal: Encodable {
        /// Month and day, `MM-DD`.
        let day: String
        let p10: Double
        let p25: Double
        let median: Double
        let p75: Double
        let p90: Double

        init(_ quantiles: DayQuantiles) {
            day = quantiles.dayOfYear.asMonthAndDay
            p10 = quantiles.tenth.inHundredths
            p25 = quantiles.quarter.inHundredths
            median = quantiles.median.inHundredths
            p75 = quantiles.threeQuarters.inHundredths
            p90 = quantiles.nineTenths.inHundredths
        }
    }

    struct Season: Encodable {
        let start: String?
        let delay: Int?
        let peak: Value
        let end: String?
        let sum: Double

        init(_ season: ComparedSeason.Season) {
            start = season.start?.description
            delay = season.delay
            peak = Value(season.peak)
            end = season.end?.description
            sum = season.sum.inHundredths
        }
    }

    struct Usual: Encodable {
        let start: String
        let peak: String
        let end: String

        init(_ usual: UsualSeason) {
            start = usual.start.asMonthAndDay
            peak = usual.peak.asMonthAndDay
            end = usual.end.asMonthAndDay
        }
    }

    let station: StationWire
    let allergen: Allergen.ID
    let name: String
    let unit: ConcentrationUnit?
    let basis: Basis
    let year: Int
    /// The number of earlier years that say what is normal.
    let years: Int
    let season: Season?
    let usual: Usual?
    let values: [Value]
    let normals: [Normal]
    /// What is expected from today on.
    let forecasts: [ForecastWire]

    init(
        _ curve: ComparedSeason, _ allergen: Allergen, at station: Station, distance: Double?,
        forecasts expected: [StationForecast]
    ) {
        self.station = StationWire(
            id: station.id.rawValue, name: station.name, attribution: station.attribution,
            distance: distance.map { Int($0.rounded()) })
        self.allergen = allergen.id
        name = allergen.name
        unit = allergen.unit
        basis = station.isSimulated ? .simulated : .measured
        year = curve.year
        years = curve.years
        season = curve.season.map(Season.init)
        usual = curve.usual.map(Usual.init)
        values = curve.values.map(Value.init)
        normals = curve.normals.map(Normal.init)
        forecasts = expected.map { ForecastWire(allergen, $0) }
    }
}
