import Allergens
import Crypto
package import Drawing
import Foundation

/// A layer of marks at places: stations or alerts.
///
/// It is always shown alone: unlike a ``Layer`` of a field, it cannot be a member of a mix.
package struct MarkerLayer: Hashable, Sendable, Identifiable {
    /// What the marks represent.
    package enum Subject: String, CaseIterable, Sendable {
        case stations, alerts
    }

    /// The name in the tile's URL.
    package let id: String
    package let title: String
    package let subject: Subject
    package let ramp: Ramp
    /// The colour of people's reports, which have no level; white for stations.
    package let reportColour: Colour
    /// The credits beside the map.
    package let attribution: String
    /// A digest of those parts of the definition that affect a tile.
    let digest: String

    init(
        id: String, title: String, subject: Subject, ramp: Ramp, reportColour: Colour, attribution: String
    ) {
        self.id = id
        self.title = title
        self.subject = subject
        self.ramp = ramp
        self.reportColour = reportColour
        self.attribution = attribution
        let colours = Level.allCases.map { ramp.colour(of: $0).hex } + [reportColour.hex]
        digest = SHA256.hash(data: Data("markers \(MarkerRenderer.version) \(colours)".utf8)).description
    }

    /// The same layer with other colours.
    package func drawn(with ramp: Ramp) -> MarkerLayer {
        MarkerLayer(
            id: id, title: title, subject: subject, ramp: ramp, reportColour: reportColour,
            attribution: attribution)
    }

    /// The opaque colour of a level.
    func colour(of level: Level) -> Colour {
        let shade = ramp.colour(of: level)
        return Colour(red: shade.red, green: shade.green, blue: shade.blue)
    }
}

/// A layer that has tiles.
package enum MapLayer: Hashable, Sendable {
    case field(Layer)
    case markers(MarkerLayer)

    package var id: String {
        switch self {
        case .field(let layer): layer.id
        case .markers(let layer): layer.id
        }
    }

    package var title: String {
        switch self {
        case .field(let layer): layer.title
        case .markers(let layer): layer.title
        }
    }

    /// The credits beside the map.
    package var attribution: String {
        switch self {
        case .field(let layer): layer.attribution
        case .markers(let layer): layer.attribution
        }
    }
}

extension MarkerLayer {
    static let keys = ["$schema", "id", "title", "markers", "ramp", "attribution"]

    init(_ definition: Definition, ramps: [String: Ramp]) throws(CatalogueError) {
        let subject = try definition.string("markers", of: Subject.allCases.map(\.rawValue))
        let reports = subject == Subject.alerts.rawValue
        try definition.allow(keys: Self.keys + (reports ? ["reportColor"] : []))
        let ramp = try definition.string("ramp", of: ramps.keys.sorted())
        let id = try definition.string("id")
        guard !id.isEmpty, !id.contains("+") else {
            throw definition.error(at: "id", "a name without + is needed")
        }
        guard let subject = Subject(rawValue: subject), let ramp = ramps[ramp] else {
            preconditionFailure("both were looked up among what is allowed")
        }
        let report = reports ? try definition.string("reportColor") : "#FFFFFF"
        guard let reportColour = Colour(hex: report) else {
            throw definition.error(at: "reportColor", "\"\(report)\" is not a colour as #RRGGBB")
        }
        self.init(
            id: id, title: try definition.string("title"), subject: subject, ramp: ramp,
            reportColour: reportColour, attribution: try definition.string("attribution"))
    }
}
