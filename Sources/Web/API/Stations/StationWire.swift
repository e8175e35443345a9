import Allergens
import Foundation
import Geography
import HTTP
import Observations

/// A GeoJSON point.
struct PointGeometry: Encodable {
    let type = "Point"
    let coordinates: [Double]

    init(_ position: Coordinate) { coordinates = [position.longitude, position.latitude] }
}

/// A GeoJSON feature (RFC 7946).
struct Feature<Properties: Encodable>: Encodable {
    let type = "Feature"
    let id: String
    let geometry: PointGeometry
    let properties: Properties
}

/// A GeoJSON feature collection.
struct FeatureCollection<Properties: Encodable>: Encodable {
    let type = "FeatureCollection"
    let features: [Feature<Properties>]
}

/// A concentration with everything needed to interpret it.
struct ReadingWire: Encodable {
    let allergen: Allergen.ID
    let day: String
    let value: Double
    let unit: ConcentrationUnit?
    let level: Level?
    let index: Double?
    let basis: Basis
    /// The interval in which a modelled value is expected to lie.
    let interval: IntervalWire?
    /// The detection limit, if the value is below it.
    let detectionLimit: Double?
    /// How far the value can be trusted, if known.
    let quality: String?
    /// The reasons for doubt.
    let reasons: [String]?

    /// A value in a station's own list, with its quality; a doubtful value has no level.
    init(_ allergen: Allergen, _ reading: StationReading, basis: Basis) {
        let bounds = reading.quality.counts ? Scale.standard(for: allergen)?.bounds : nil
        self.allergen = allergen.id
        day = reading.day.description
        value = reading.value
        self.basis = basis
        interval = nil
        unit = allergen.unit
        level = bounds?.level(of: reading.value)
        index = bounds?.index(of: reading.value).inHundredths
        detectionLimit = reading.detectionLimit
        quality = reading.quality.word
        let reasons = reading.quality.suspicions.reasons
        self.reasons = reasons.isEmpty ? nil : reasons
    }

    /// A value in a list of stations.
    init(_ allergen: Allergen, _ found: DayValue) {
        interval = found.interval.map(IntervalWire.init)
        detectionLimit = nil
        quality = nil
        reasons = nil
        let bounds = Scale.standard(for: allergen)?.bounds
        self.allergen = allergen.id
        day = found.day.description
        value = found.value
        basis = found.basis
        unit = allergen.unit
        level = bounds?.level(of: found.value)
        index = bounds?.index(of: found.value).inHundredths
    }
}

/// The properties of a station.
struct StationProperties: Encodable {
    let id: String
    let name: String
    let timeZone: String
    let altitude: Double?
    let attribution: String?
    let simulated: Bool
    let reading: ReadingWire?

    init(_ station: Station, reading: ReadingWire?) {
        id = station.id.rawValue
        name = station.name
        timeZone = station.timeZone.identifier
        altitude = station.altitude
        attribution = station.attribution
        simulated = station.isSimulated
        self.reading = reading
    }
}

/// `GET /v1/stations/{id}/readings`.
struct StationReadings: Encodable {
    let station: String
    let readings: [ReadingWire]
    /// The classes stated for the station, which are not concentrations.
    let classes: [ClassWire]
    /// The station's own forecasts, from the first day on, and modelled values for days that these do not
    /// cover.
    let forecasts: [ForecastWire]
    /// The station's notes on days.
    let notes: [NoteWire]
}

/// A forecast for a station and a day.
struct ForecastWire: Encodable {
    /// The source of the forecast.
    enum Source: String, Encodable {
        case station
        case modelled
    }

    let allergen: Allergen.ID
    let basis: Source
    /// The day of the forecast.
    let valid: String
    let issued: Date
    let value: Double
    let unit: ConcentrationUnit?
    let level: Level?
    let index: Double?
    /// The interval in which the value is expected to lie; stations state none.
    let interval: IntervalWire?

    init(_ allergen: Allergen, _ forecast: StationForecast) {
        self.allergen = allergen.id
        basis = forecast.interval == nil ? .station : .modelled
        interval = forecast.interval.map(IntervalWire.init)
        valid = forecast.day.description
        issued = forecast.issued
        value = forecast.value
        unit = allergen.unit
        let bounds = Scale.standard(for: allergen)?.bounds
        level = bounds?.level(of: forecast.value)
        index = bounds?.index(of: forecast.value).inHundredths
    }
}

/// A station's note on a day.
struct NoteWire: Encodable {
    let day: String
    let text: String

    init(_ note: StationNote) {
        day = note.day.description
        text = note.text
    }
}
