import Allergens
import Foundation
import Geography

/// A place as GeoJSON has it.
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

/// A concentration with everything that people need to read it.
struct ReadingWire: Encodable {
    let allergen: Allergen.ID
    let day: String
    let value: Double
    let unit: ConcentrationUnit?
    let level: Level?
    let index: Double?
    let basis: Basis

    init(_ allergen: Allergen, day: CivilDate, value: Double, basis: Basis) {
        let bounds = Scale.standard(for: allergen)?.bounds
        self.allergen = allergen.id
        self.day = day.description
        self.value = value
        self.basis = basis
        unit = allergen.unit
        level = bounds?.level(of: value)
        index = bounds.map { ($0.index(of: value) * 100).rounded() / 100 }
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
    /// The classes that were stated for the station, which are no concentrations.
    let classes: [ClassWire]
}
