import Allergens
import Localisation
import Observations
import Site

/// What a source states for a region: classes on a scale of its own, and concentrations.
struct PlaceRegion {
    let region: RegionAirWire
    let text: PlaceText
    let colours: LevelColours

    var content: [Markup] {
        let classes = region.classes.map { stated in
            row(
                stated.level, name(stated.allergen, group: stated.group),
                text("regions.class", ["code": stated.code]), stated.basis)
        }
        let values = region.concentrations.map { value in
            row(
                value.level, name(value.allergen, group: nil), text.quantity(value.value, value.unit),
                value.basis)
        }
        let scales = Set(region.classes.compactMap(\.scale.title)).sorted()
        var notes: [String] = []
        if !scales.isEmpty {
            notes.append(text("regions.scale", ["scale": scales.joined(separator: "; ")]))
        }
        if let area = region.partOf { notes.append(text("regions.partOf", ["area": area])) }
        if let credit = region.attribution { notes.append(text.source([credit])) }
        return [
            Markup("h2", text("regions.heading", ["region": region.name])),
            Markup("ul", ["class": "rows"], classes + values),
            Markup("p", ["class": "small"], notes.joined(separator: " ")),
        ]
    }

    private func name(_ allergen: Allergen.ID?, group: String?) -> String {
        if let allergen { return text.catalogue.title(of: allergen) }
        return group.map { text("group.\($0)") } ?? text.level(nil)
    }

    private func row(_ level: Level?, _ name: String, _ value: String, _ basis: Basis) -> Markup {
        Markup(
            "li", ["class": "line"],
            [
                .swatch(level, colours), Markup("span", name), Markup("strong", text.level(level)),
                Markup("span", ["class": "small"], "\(value) · \(text.basis(basis))"),
            ])
    }
}
