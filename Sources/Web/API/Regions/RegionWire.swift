import Allergens
import Foundation
import Geography
import HTTP
import Observations

/// The name of a class scale, included wherever a class is shown.
struct ClassScaleName: Hashable, Encodable {
    let id: String
    let title: String?
}

/// A scale of classes.
struct ClassScaleWire: Encodable {
    struct Step: Encodable {
        let code: String
        let name: String
        let level: Level
        let index: Double
    }

    let id: String
    let title: String
    let source: String
    /// From lowest to highest.
    let classes: [Step]

    init(_ scale: ClassScale) {
        id = scale.id
        title = scale.title
        source = scale.source
        classes = scale.classes.map {
            Step(code: $0.code, name: $0.name, level: $0.level, index: $0.index)
        }
    }
}

/// A class stated by a source, shown as such: it is not a concentration.
struct ClassWire: Hashable, Encodable {
    /// The key of the allergen; absent for a group.
    let allergen: Allergen.ID?
    /// The key of the group whose members the source does not distinguish.
    let group: String?
    let day: String
    /// The class as the source writes it, and in words.
    let code: String
    let codeName: String?
    let scale: ClassScaleName
    let level: Level?
    let index: Double?
    let basis: Basis

    init(_ reading: ClassReading) {
        switch reading.subject {
        case .allergen(let id): (allergen, group) = (id, nil)
        case .group(let family): (allergen, group) = (nil, family.rawValue)
        }
        let step = reading.step
        day = reading.day.description
        code = reading.code
        codeName = step?.name
        scale = ClassScaleName(id: reading.scale, title: ClassScale.standard(reading.scale)?.title)
        level = step?.level
        index = step?.index
        basis = reading.basis
    }
}

/// A concentration of a region.
///
/// The scales are for daily means, so values over fewer hours have no level and index.
struct RegionValueWire: Hashable, Encodable {
    let allergen: Allergen.ID
    let day: String
    let value: Double
    let unit: ConcentrationUnit?
    /// The number of hours averaged; absent if the source stated the day itself.
    let hours: Int?
    let scale: ClassScaleName?
    let level: Level?
    let index: Double?
    let basis: Basis

    init(_ concentration: RegionAir.Concentration, on day: CivilDate, in taxonomy: Taxonomy) {
        let allergen = taxonomy[concentration.allergen]
        let standard = allergen.flatMap(Scale.standard(for:)).flatMap { concentration.isDaily ? $0 : nil }
        self.allergen = concentration.allergen
        self.day = day.description
        value = concentration.value.inHundredths
        unit = allergen?.unit
        hours = concentration.hours
        scale = standard.map { ClassScaleName(id: $0.scale.id, title: $0.scale.title) }
        level = standard?.bounds.level(of: concentration.value)
        index = standard?.bounds.index(of: concentration.value).inHundredths
        basis = concentration.basis
    }
}

/// What is known about a region that contains a place.
struct RegionAirWire: Hashable, Encodable {
    let id: String
    let name: String
    /// The larger area whose outline represents this region.
    let partOf: String?
    let attribution: String?
    let classes: [ClassWire]
    let concentrations: [RegionValueWire]

    /// What a region adds to the stations, or `nil` if it adds nothing.
    ///
    /// - Parameters:
    ///   - air: The region and its data.
    ///   - told: The allergens that a station within reach already reports.
    ///   - taxonomy: The allergens.
    init?(_ air: RegionAir, beside told: Set<Allergen.ID>, in taxonomy: Taxonomy) {
        let classes = air.classes.filter { reading in
            switch reading.subject {
            case .allergen(let id): !told.contains(id)
            case .group: true
            }
        }
        let concentrations = air.concentrations.filter { !told.contains($0.allergen) }
        guard !classes.isEmpty || !concentrations.isEmpty else { return nil }
        id = air.region.id.rawValue
        name = air.region.name
        partOf = air.region.partOf
        attribution = air.region.attribution
        self.classes = classes.map(ClassWire.init)
        self.concentrations = concentrations.map {
            RegionValueWire($0, on: air.day, in: taxonomy)
        }
    }
}

/// A region as a GeoJSON feature (RFC 7946, 3.2); without an outline, its geometry is null.
struct RegionFeature: Encodable {
    struct Geometry: Encodable {
        let type = "MultiPolygon"
        let coordinates: [[[[Double]]]]

        init?(_ polygons: [Polygon]) {
            guard !polygons.isEmpty else { return nil }
            coordinates = polygons.map { polygon in
                ([polygon.exterior] + polygon.holes).map { $0.map { [$0.longitude, $0.latitude] } }
            }
        }
    }

    struct Properties: Encodable {
        let id: String
        let name: String
        let partOf: String?
        let attribution: String?
        let timeZone: String
        let classes: [ClassWire]?
        let concentrations: [RegionValueWire]?
    }

    private enum CodingKeys: String, CodingKey { case type, id, geometry, properties }

    let geometry: Geometry?
    let properties: Properties

    /// A region, with its data for a day if requested.
    init(_ region: Region, air: RegionAir? = nil, in taxonomy: Taxonomy) {
        geometry = Geometry(region.polygons)
        properties = Properties(
            id: region.id.rawValue, name: region.name, partOf: region.partOf,
            attribution: region.attribution, timeZone: region.timeZone.identifier,
            classes: air?.classes.map(ClassWire.init),
            concentrations: air.map { air in
                air.concentrations.map { RegionValueWire($0, on: air.day, in: taxonomy) }
            })
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode("Feature", forKey: .type)
        try container.encode(properties.id, forKey: .id)
        // GeoJSON requires the member, and null means that there is no location.
        try container.encode(geometry, forKey: .geometry)
        try container.encode(properties, forKey: .properties)
    }
}

/// `GET /v1/regions`, a page of a GeoJSON feature collection.
struct RegionPage: Encodable {
    let type = "FeatureCollection"
    let features: [RegionFeature]
    /// The value of `after` for the next page; absent on the last.
    let next: String?
}
