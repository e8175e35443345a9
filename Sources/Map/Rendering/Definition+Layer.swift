import Allergens
import Drawing

extension Ramp {
    private static let levels: [Level] = [.low, .moderate, .high, .veryHigh]
    static let keys = ["$schema", "title", "none", "noneOpacity"] + levels.map(\.rawValue)

    init(_ definition: Definition) throws(CatalogueError) {
        try definition.allow(keys: Self.keys)
        var runs: [Level: [Colour]] = [:]
        for level in Self.levels {
            let texts = try definition.strings(level.rawValue)
            guard texts.count == 2 else {
                throw definition.error(at: level.rawValue, "the first and the last shade are needed")
            }
            runs[level] = try texts.enumerated().map { place, text throws(CatalogueError) in
                try definition.colour(text, at: "\(level.rawValue)[\(place)]")
            }
        }
        let none = try definition.colour(definition.string("none"), at: "none")
        self.init(
            id: definition.name, title: try definition.string("title"),
            none: none.faded(to: try definition.share("noneOpacity")), runs: runs)
    }
}

extension Layer {
    static let keys = [
        "$schema", "id", "each", "except", "title", "allergens", "group", "categories", "ramp", "style",
        "opacity",
        "attribution",
    ]

    /// The layers of a definition: one, or with `each` one for every allergen of a category.
    static func all(
        in definition: Definition, ramps: [String: Ramp], taxonomy: Taxonomy
    ) throws(CatalogueError) -> [Layer] {
        try definition.allow(keys: keys)
        let title = try definition.string("title")
        let ramp = try definition.string("ramp", of: ramps.keys.sorted())
        guard let ramp = ramps[ramp] else { preconditionFailure("the ramp was looked up among these") }
        let style = try definition.style()
        let opacity = try definition.share("opacity")
        let attribution = try definition.string("attribution")
        func layer(_ id: String, _ title: String, _ allergens: [Allergen]) -> Layer {
            Layer(
                id: id, title: title, allergens: allergens.map(\.id), ramp: ramp, style: style,
                opacity: opacity, attribution: attribution)
        }
        guard definition.has("each") else {
            let id = try definition.string("id")
            guard !id.isEmpty, !id.contains("+") else {
                throw definition.error(at: "id", "a name without + is needed")
            }
            return [layer(id, title, try definition.allergens(in: taxonomy))]
        }
        return try definition.family(in: taxonomy).map { allergen in
            let name = allergen.name.prefix(1).uppercased() + allergen.name.dropFirst()
            return layer(allergen.id.rawValue, title.replacing("{Name}", with: name), [allergen])
        }
    }
}

extension Definition {
    private static let categories = ["pollen", "spore", "pollutant"]

    /// The style; ``Style/stepped`` when the key is absent.
    fileprivate func style() throws(CatalogueError) -> Style {
        guard has("style") else { return .stepped }
        let name = try string("style", of: Style.allCases.map(\.rawValue))
        guard let style = Style(rawValue: name) else { preconditionFailure("the style was among these") }
        return style
    }

    fileprivate func colour(_ text: String, at path: String) throws(CatalogueError) -> Colour {
        guard let colour = Colour(hex: text) else {
            throw error(at: path, "\"\(text)\" is not a colour as #RRGGBB")
        }
        return colour
    }

    /// The allergens of the category in `each`, without those in `except`.
    fileprivate func family(in taxonomy: Taxonomy) throws(CatalogueError) -> [Allergen] {
        let category = try string("each", of: Self.categories)
        let members = taxonomy.allergens.filter { $0.category.rawValue == category }
        let exceptions = has("except") ? try strings("except", of: members.map(\.id.rawValue)) : []
        return members.filter { !exceptions.contains($0.id.rawValue) }
    }

    /// The allergens of one layer: those listed, those of a group, or those of whole categories.
    fileprivate func allergens(in taxonomy: Taxonomy) throws(CatalogueError) -> [Allergen] {
        if has("group") {
            let group = try string("group", of: Allergen.Group.allCases.map(\.rawValue))
            return taxonomy.allergens.filter { $0.group?.rawValue == group }
        }
        if has("categories") {
            let categories = try strings("categories", of: Self.categories)
            return taxonomy.allergens.filter { categories.contains($0.category.rawValue) }
        }
        let measured = taxonomy.allergens.filter { $0.unit != nil }
        guard has("allergens") else {
            throw error(
                at: "", "a key that says what is shown is needed",
                allowed: ["allergens", "group", "categories"])
        }
        let names = try strings("allergens", of: measured.map(\.id.rawValue))
        return measured.filter { names.contains($0.id.rawValue) }
    }
}
