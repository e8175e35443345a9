import Allergens
import Drawing
import Foundation
import Testing

@testable import Rendering

@Suite struct LayerCatalogueTests {
    @Test func `every pollen and spore has a layer`() throws {
        let catalogue = try catalogue()
        for allergen in Taxonomy.standard.allergens where [.pollen, .spore].contains(allergen.category) {
            #expect(try catalogue.layer(named: allergen.id.rawValue).allergens.first == allergen.id)
        }
        #expect(try catalogue.layer(named: "birch").title == "Birch pollen")
    }

    @Test func `groups contain their members`() throws {
        let catalogue = try catalogue()
        #expect(try catalogue.layer(named: "grass").allergens.map(\.rawValue) == ["grass", "rye"])
        #expect(try catalogue.layer(named: "tree").allergens.count == 21)
        #expect(try catalogue.layer(named: "spore").allergens.count == 5)
        #expect(try catalogue.layer(named: "overall").allergens.count == 35)
    }

    @Test func `a mix is the same in any order`() throws {
        let catalogue = try catalogue()
        let mix = try catalogue.layer(named: "ragweed+birch+grass")
        #expect(mix == (try catalogue.layer(named: "birch+grass+ragweed")))
        #expect(mix.id == "birch+grass+ragweed")
        #expect(mix.title == "Birch pollen + Grass pollen + Ragweed pollen")
        #expect(mix.allergens.map(\.rawValue) == ["birch", "grass", "rye", "ragweed"])
    }

    @Test func `an invalid mix is refused with the reason`() throws {
        let catalogue = try catalogue()
        #expect(throws: LayerError.repeated("birch")) { try catalogue.layer(named: "birch+grass+birch") }
        #expect(throws: LayerError.tooMany(9)) {
            try catalogue.layer(named: "birch+grass+oak+ash+elm+pine+plane+olive+alder")
        }
        for name in ["", "unicorn", "birch+", "birch+unicorn", "Birch", "../birch"] {
            let error = #expect(throws: LayerError.self) { try catalogue.layer(named: name) }
            #expect(error?.reason.contains("there are air-quality, alder, alternaria") == true)
        }
    }

    @Test func `markers are layers of their own and in no mix`() throws {
        let catalogue = try catalogue()
        #expect(catalogue.markers.map(\.id) == ["alerts", "stations"])
        #expect(throws: LayerError.markers("stations")) { try catalogue.mapLayer(named: "birch+stations") }
        #expect(throws: LayerError.markers("alerts")) { try catalogue.layer(named: "alerts") }
        guard case .field(let birch) = try catalogue.mapLayer(named: "birch") else {
            Issue.record("birch should be a field")
            return
        }
        #expect(birch.id == "birch")
    }

    @Test func `every pollutant has a layer and a scale, and is no part of overall`() throws {
        let catalogue = try catalogue()
        let pollutants = Taxonomy.standard.allergens.filter { $0.category == .pollutant }
        #expect(pollutants.count == 6)
        for pollutant in pollutants {
            #expect(try catalogue.layer(named: pollutant.id.rawValue).allergens == [pollutant.id])
            let scale = pollutant.isAbundant ? "who-co" : "eaqi"
            #expect(Scale.standard(for: pollutant)?.scale.id == scale)
        }
        #expect(try catalogue.layer(named: "air-quality").allergens == pollutants.map(\.id))
        let overall = try catalogue.layer(named: "overall").allergens
        #expect(Set(overall).isDisjoint(with: pollutants.map(\.id)))
    }

    @Test func `shades darken from none to the last of very high`() throws {
        let ramp = try catalogue().layer(named: "birch").ramp
        let shades = Level.allCases.filter { $0 != .none }.flatMap { ramp.shades(of: $0, in: .stepped) }
        #expect(shades.count == 4 * Style.stepped.shading.ofLevel)
        for (lighter, darker) in zip(shades, shades.dropFirst()) {
            #expect(lighter.luminance > darker.luminance)
        }
        #expect(ramp.none.alpha > 0 && ramp.none.alpha < 255)
    }

    @Test(arguments: [
        (
            #"{"title": "T", "id": "x", "group": "bush", "ramp": "r", "attribution": ""}"#, "group",
            "tree, grass, weed, spore"
        ),
        (
            #"{"title": "T", "id": "x", "group": "tree", "ramp": "q", "attribution": ""}"#, "ramp",
            "allowed: r"
        ),
        (#"{"title": "T", "id": "x", "groop": "tree", "ramp": "r", "attribution": ""}"#, "groop", "group"),
        (
            #"{"title": "T", "id": "x", "allergens": ["oak", "okra"], "ramp": "r", "attribution": ""}"#,
            "allergens[1]", "okra"
        ),
        (
            #"{"title": "T", "id": "x", "group": "tree", "ramp": "r", "opacity": 2, "attribution": ""}"#,
            "opacity", "0 to 1"
        ),
        ("{\n  \"title\": \"T\",\n  \"id\" \"x\"\n}", "layer.json:3", "not JSON"),
        (
            "{\n  \"title\": \"T\",\n  \"id\": \"x\",\n  \"allergens\": [\"oak\",\n    \"okra\"],\n  \"ramp\": \"r\",\n  \"attribution\": \"\"\n}",
            "layer.json:5: allergens[1]", "okra"
        ),
        (
            "{\n  \"title\": \"T\", \"id\": \"x\", \"group\": \"tree\", \"ramp\": \"r\",\n  \"style\": \"fancy\",\n  \"attribution\": \"\"\n}",
            "layer.json:3: style", "smooth, stepped, banded, isolines"
        ),
        (
            #"{"title": "T", "id": "x", "markers": "pins", "ramp": "r", "attribution": ""}"#, "markers",
            "stations, alerts"
        ),
        (
            #"{"title": "T", "id": "x", "markers": "stations", "ramp": "r", "opacity": 1, "attribution": ""}"#,
            "opacity", "no such key"
        ),
        (
            #"{"title": "T", "id": "x", "markers": "alerts", "ramp": "r", "attribution": "", "reportColor": "blue"}"#,
            "reportColor", "#RRGGBB"
        ),
        (
            #"{"title": "T", "id": "x+y", "markers": "stations", "ramp": "r", "attribution": ""}"#, "id",
            "without +"
        ),
    ])
    func `a mistake is reported with its file, its key and the permitted values`(
        json: String, path: String, hint: String
    )
        throws
    {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, text) in [
            ("layers/layer.json", json),
            (
                "ramps/r.json",
                ##"{"title": "", "none": "#FFFFFF", "low": ["#EEEEEE", "#DDDDDD"], "moderate": ["#CCCCCC", "#BBBBBB"], "high": ["#AAAAAA", "#999999"], "veryHigh": ["#888888", "#777777"]}"##
            ),
        ] {
            let file = folder.appending(path: name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        let error = #expect(throws: CatalogueError.self) { try LayerCatalogue(directory: folder) }
        let description = try #require(error).description
        #expect(description.contains("layer.json"))
        #expect(description.contains(path))
        #expect(description.contains(hint))
    }
}
