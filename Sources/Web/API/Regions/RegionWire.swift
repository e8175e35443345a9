import Allergens
import Foundation
import Geography
import HTTP
import Observations

/// The scale of a class, named wherever the class is shown.
struct ClassScaleName: Encodable {
    let id: String
    let title: String?
}

/// A ladder of classes.
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
    /// From the lowest up.
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

/// A class that a source states, as what it is: no concentration.
struct ClassWire: Encodable {
    /// The key of the allergen; absent for a family.
    let allergen: Allergen.ID?
    /// The key of the family whose members the source does not tell apart.
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
/// The scales are for daily means: with fewer hours, level and index are absent.
struct RegionValueWire: Encodable {
    let allergen: Allergen.ID
    let day: String
    let value: Double
    let unit: ConcentrationUnit?
    /// The number of hours whose mean it is; absent when the source gave the day itself.
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

/// What is known of a region that holds a place.
struct RegionAirWire: Encodable {
    let id: String
    let name: String
    /// The larger area whose outline stands for this region.
    let partOf: String?
    let attribution: String?
    let classes: [ClassWire]
    let concentrations: [RegionValueWire]

    /// What a region has to say beside the stations, or `nil` when that is nothing.
    ///
    /// - Parameters:
    ///   - air: The region and what is known of it.
    ///   - told: The allergens that a station within reach tells of, which come from there.
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

    /// A region, with what is known of it for a day, if that is asked for.
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
        // A feature must have the member, and null is for one that is unlocated.
        try container.encode(geometry, forKey: .geometry)
        try container.encode(properties, forKey: .properties)
    }
}

/// `GET /v1/regions`, a page of a GeoJSON feature collection.
struct RegionPage: Encodable {
    let type = "FeatureCollection"
    let features: [RegionFeature]
    /// What to give as `after` for the next page; absent on the last.
    let next: String?
}
