extension BasemapData {
    /// The zoom from which every point is drawn: the points of the data are about a pixel of zoom 9 apart.
    private static let lastBand = 9
    /// How far from its true place a line may be drawn, in pixels: less than is visible on a high-density
    /// screen.
    private static let tolerance = 0.3

    /// Converts a source's data, which takes seconds.
    package init(_ source: some BasemapSource) throws {
        let provinces = try source.provinces()
        let graph = BorderGraph(provinces)
        let coasts = graph.lines(.coast)
        let countries = graph.lines(.country)
        let rivers = Rivers(try source.rivers())
        let states = Self.byCountry(provinces).map(States.init)
        let bands = (0...Self.lastBand).map { zoom in
            let unit = WorldPoint.unitsPerPixel(zoom: zoom)
            let simplification = Simplification(
                tolerance: zoom == Self.lastBand ? 0 : Self.tolerance * unit, joints: graph.joints)
            return Band(
                coasts: LineSet(
                    coasts.map(simplification.simplified).filter { Self.isVisible($0, unit: unit) }),
                countries: LineSet(countries.map(simplification.simplified)),
                provinces: LineSet(
                    states.filter { $0.areShown(unit: unit) }.flatMap(\.lines).map(simplification.simplified)),
                rivers: LineSet(rivers.shown(zoom: zoom, unit: unit).map(simplification.simplified))
            )
        }
        let names =
            Self.countryNames(provinces) + (try source.places()).filter { !$0.name.isEmpty }.map(Name.init)
        self.init(bands: bands, names: names.sorted(by: Self.isMoreImportant))
    }

    /// Whether a ring of coast is large enough to be visible: islands below half a pixel would be grey dust.
    private static func isVisible(_ ring: [WorldPoint], unit: Double) -> Bool {
        guard ring.count > 3 else { return false }
        let box = WorldBox(around: ring)
        return Double(max(box.width, box.height)) > 0.5 * unit
    }

    private static func isMoreImportant(_ one: Name, _ other: Name) -> Bool {
        if one.kind != other.kind { return one.kind.rawValue < other.kind.rawValue }
        if one.weight != other.weight { return one.weight > other.weight }
        return (one.text, one.point.x, one.point.y) < (other.text, other.point.x, other.point.y)
    }

    private static func byCountry(_ provinces: [Province]) -> [[Province]] {
        Dictionary(grouping: provinces, by: \.countryCode).sorted { $0.key < $1.key }.map(\.value)
    }

    private static func countryNames(_ provinces: [Province]) -> [Name] {
        byCountry(provinces).compactMap { provinces in
            let rings = BorderGraph(provinces).lines(.coast)
            let name = provinces[0].countryName
            guard !name.isEmpty, let spot = LabelSpot(in: rings) else { return nil }
            return Name(text: name, kind: .country, point: spot.point, weight: Int(spot.width))
        }
    }
}

/// The borders between a country's provinces.
private struct States {
    /// The smallest provinces whose borders are shown, in pixels: smaller ones would form a thicket.
    private static let leastExtent = 40.0

    let lines: [[WorldPoint]]
    /// The root of the mean area of the provinces' boxes, in world units.
    private let extent: Double

    init(_ provinces: [Province]) {
        lines = BorderGraph(provinces).lines(.province)
        let areas = provinces.map { province in
            province.rings.map { ring in
                let box = WorldBox(around: ring.map(WorldPoint.init))
                return Double(box.width) * Double(box.height)
            }.max() ?? 0
        }
        extent = (areas.reduce(0, +) / Double(max(areas.count, 1))).squareRoot()
    }

    func areShown(unit: Double) -> Bool { extent >= Self.leastExtent * unit }
}

extension BasemapData.Name {
    fileprivate init(_ place: NamedPlace) {
        self.init(
            text: place.name, kind: place.isCapital ? .capital : .town, point: WorldPoint(place.position),
            weight: place.population)
    }
}
