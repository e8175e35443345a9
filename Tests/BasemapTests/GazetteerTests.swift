import Foundation
import Geography
import SampleTesting
import Testing

@testable import Basemap
@testable import Localisation

@Suite struct GazetteerTests {
    private static let gazetteer = Gazetteer([
        town("Zürich", "CH", 341_730, "Turicum", "ZRH", "Цюрих"),
        town("Basel", "CH", 164_488, "Bâle", "Basilea"),
        town("Baselice", "IT", 2_700), town("Basra", "IQ", 2_600_000), town("Base", "FR", 20_000),
        town("Bad Säckingen", "DE", 16_800),
        town("Frankfurt am Main", "DE", 650_000, "Francfort-sur-le-Main"),
        town("Frankfurt (Oder)", "DE", 51_691), town("Genève", "CH", 183_981, "Genf", "Ginevra", "Geneva"),
        town("Gießen", "DE", 73_763), town("Tromsø", "NO", 52_436), town("L'Aquila", "IT", 68_500),
        town("Łódź", "PL", 768_755), town("Ho Chi Minh City", "VN", 3_467_331, "Hồ Chí Minh"),
    ])

    private static func town(
        _ name: String, _ country: String, _ population: Int, _ others: String...
    ) -> NamedPlace {
        NamedPlace(
            name: name, position: Coordinate(8.55, 47.366_67), population: population, isCapital: false,
            country: country, otherNames: others)
    }

    private func names(_ text: String, limit: Int = 8) -> [String] {
        Self.gazetteer.towns(named: text, limit: limit).map(\.name)
    }

    @Test(arguments: ["Zürich", "zurich", "ZUERICH", "zür", "Zu\u{308}rich", "turicum", "  zürich! "])
    func `accents and capitals do not matter`(text: String) {
        #expect(names(text) == ["Zürich"])
    }

    @Test func `the largest towns come first, except those with exactly this name`() {
        #expect(names("bas") == ["Basra", "Basel", "Base", "Baselice"])
        #expect(names("base") == ["Base", "Basel", "Baselice"])
        #expect(names("Bâle") == ["Basel"])
        #expect(names("bas", limit: 2) == ["Basra", "Basel"])
        #expect(names("frankfurt") == ["Frankfurt am Main", "Frankfurt (Oder)"])
    }

    @Test(arguments: [
        ("säck", "Bad Säckingen"), ("main frank", "Frankfurt am Main"), ("frank od", "Frankfurt (Oder)"),
        ("genf", "Genève"), ("giess", "Gießen"), ("tromso", "Tromsø"), ("tromsoe", "Tromsø"),
        ("aquila", "L'Aquila"), ("lodz", "Łódź"), ("minh ho", "Ho Chi Minh City"),
        ("hồ chí", "Ho Chi Minh City"),
    ])
    func `every word may match the start of any word of a name`(text: String, name: String) {
        #expect(names(text) == [name])
    }

    @Test(arguments: ["", " - ", "ürich", "zrh", "basel bern", "цюр", "zürichsee", "a\u{0}b"])
    func `a text that starts no name finds nothing`(text: String) {
        #expect(names(text).isEmpty)
    }

    @Test(arguments: [
        ("gneva", ["Genève"]), ("zurihc", ["Zürich"]), ("bassel", ["Basel", "Baselice"]),
        ("frnakfurt main", ["Frankfurt am Main"]), ("frankfurt moin", []),
        ("frankfurt oderr", ["Frankfurt (Oder)"]),
        ("bsael", ["Basel", "Baselice"]), ("trumso", ["Tromsø"]), ("zurihcc", []), ("bsr", []),
    ])
    func `a slip in a longer word is forgiven, and two are not`(text: String, found: [String]) {
        #expect(names(text) == found)
    }

    @Test(arguments: [
        ("gneva", true), ("frankfurt oderr", true), ("zzzzzz", true), ("geneva", false), ("gen", false),
        ("frankfurt od", false), ("", false), (" - ", false),
    ])
    func `a text that starts no name is misspelt`(text: String, isMisspelt: Bool) {
        #expect(Self.gazetteer.isMisspelt(text) == isMisspelt)
    }

    @Test(
        .enabled(if: InstalledGazetteer.isThere, InstalledBasemap.absence),
        arguments: [("Wintertur", "Winterthur"), ("Straßbuorg", "Strasbourg"), ("Barcelna", "Barcelona")])
    func `of towns that are almost called so, the largest comes first`(text: String, town: String) throws {
        #expect(try InstalledGazetteer.gazetteer.get().towns(named: text, limit: 5).first?.name == town)
    }

    @Test(
        .enabled(if: InstalledGazetteer.isThere, InstalledBasemap.absence),
        arguments: [
            ("Genève", ["Genf", "Geneva", "Ginevra", "Ginebra", "Genève"]),
            ("Zürich", ["Zurich", "Zurigo", "Zürich", "Zúrich"]),
            ("Basel", ["Basle", "Bâle", "Basilea", "Basel"]),
            ("Lausanne", ["Losanna", "Lausana", "Lausanne"]),
            ("Milan", ["Mailand", "Milano", "Milán", "Milan"]),
            ("Munich", ["München", "Muenchen", "Monaco di Baviera", "Múnich"]),
            ("Vienna", ["Wien", "Vienne", "Viena", "Vienna"]),
        ])
    func `a town is found by its name in each language of the site`(town: String, names: [String]) throws {
        let gazetteer = try InstalledGazetteer.gazetteer.get()
        for name in names {
            // Namesakes overseas may come first: Geneva in Illinois is called so by itself.
            let found = gazetteer.towns(named: name, limit: 2).map(\.name)
            #expect(found.contains(town), "\(name): \(found)")
        }
    }

    @Test(.enabled(if: InstalledGazetteer.isThere, InstalledBasemap.absence))
    func `a town is found by every name that the site may give it`() throws {
        let gazetteer = try InstalledGazetteer.gazetteer.get()
        for (country, towns) in TownNames.all {
            for (town, names) in towns {
                for name in names.values {
                    let found = gazetteer.towns(called: name, limit: 20)
                    #expect(found.contains { $0.name == town && $0.country == country }, "\(name): \(found)")
                }
            }
        }
    }

    @Test func `a town is returned as it was read`() throws {
        let town = try #require(Self.gazetteer.towns(named: "geneva", limit: 1).first)
        #expect(town.country == "CH" && town.population == 183_981)
        #expect(town.position == Coordinate(8.55, 47.366_67))
    }

    @Test func `a file returns what was written, and a damaged one is refused`() throws {
        let bytes = Self.gazetteer.bytes
        #expect(try Gazetteer(bytes: bytes).towns(named: "bas", limit: 8).count == 4)
        for count in stride(from: 0, to: bytes.count, by: 13) {
            #expect(throws: GazetteerMistake.self) { try Gazetteer(bytes: Array(bytes.prefix(count))) }
        }
        for place in [4, 8, 12, 28] {
            var damaged = bytes
            damaged[place + 2] = 0xff
            #expect(throws: GazetteerMistake.self) { try Gazetteer(bytes: damaged) }
        }
    }

    @Test(
        .enabled(if: InstalledGazetteer.isThere, InstalledBasemap.absence),
        arguments: [
            "a", "b", "s", "ba", "san", "zürich", "münchen", "saint j",
            "a b c d e f g h i j k l m n o p q r s t",
            "san san", "new y", "x", "la", "de la", "e s", "o a i",
        ])
    func `the search agrees with testing every town by hand`(text: String) throws {
        let found = try InstalledGazetteer.gazetteer.get().towns(named: text, limit: 20)
        let words = Spelling.folded(text).split(separator: " ")
        let expected = try Self.spellings.get().compactMap {
            place, own, others -> (Bool, Double, NamedPlace)? in
            let found = Array(own) + others
            guard let name = found.first(where: { Self.holds(words, in: $0) }) else { return nil }
            let weight = Double(place.population) / (own.contains(name) ? 1 : 10)
            return (found.contains(Spelling.folded(text)), weight, place)
        }.sorted {
            ($0.0 ? 1 : 0, $0.1, $0.2.population, $1.2.name)
                > ($1.0 ? 1 : 0, $1.1, $1.2.population, $0.2.name)
        }
        #expect(found.map(\.name) == expected.prefix(20).map(\.2.name))
    }

    /// All towns with the spellings of their names, which take long to prepare and serve every query.
    private static let spellings = Result {
        try InstalledGazetteer.places.get().map { place in
            (
                place: place, own: Spelling.all(of: place.name),
                others: place.otherNames.filter(Spelling.isLatin).flatMap(Spelling.all)
            )
        }
    }

    private static func holds(_ words: [Substring], in spelling: String) -> Bool {
        let parts = spelling.split(separator: " ")
        return words.allSatisfy { word in parts.contains { $0.hasPrefix(word) } }
    }
}
