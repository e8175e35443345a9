import People
import Testing

@testable import Localisation

@Suite struct TownNamesTests {
    @Test(arguments: [
        ("Genève", "CH", ["Geneva", "Genf", "Genève", "Ginevra", "Ginebra"]),
        ("Basel", "CH", ["Basel", "Basel", "Bâle", "Basilea", "Basilea"]),
        ("Munich", "DE", ["Munich", "München", "Munich", "Monaco di Baviera", "Múnich"]),
        ("Fribourg", "CH", ["Fribourg", "Freiburg", "Fribourg", "Friburgo", "Friburgo"]),
    ])
    func `a town is called what its readers call it`(name: String, country: String, names: [String]) {
        let languages: [Language] = [.english, .german, .french, .italian, .spanish]
        #expect(languages.map { TownNames.name(of: name, in: country, $0) } == names)
    }

    @Test(arguments: Language.allCases)
    func `a namesake elsewhere and a town without other names keep their names`(language: Language) {
        #expect(TownNames.name(of: "Paris", in: "US", language) == "Paris")
        #expect(TownNames.name(of: "Winterthur", in: "CH", language) == "Winterthur")
    }

    @Test func `the file holds only names that differ, in languages of the service`() {
        #expect(TownNames.all.values.map(\.count).reduce(0, +) > 100)
        for (country, towns) in TownNames.all {
            #expect(country.utf8.count == 2, "\(country)")
            for (town, names) in towns {
                #expect(!names.isEmpty, "\(town)")
                for (language, name) in names {
                    #expect(Language(rawValue: language) != nil && !name.isEmpty && name != town, "\(town)")
                }
            }
        }
    }
}
