import Localisation
import People

/// A town that matches a search.
package struct PlaceWire: Encodable, Hashable, Sendable {
    /// The name in GeoNames, or in a reader's language.
    package let name: String
    /// The country code of ISO 3166-1, two capitals.
    package let country: String
    package let longitude: Double
    package let latitude: Double
    package let population: Int

    package init(name: String, country: String, longitude: Double, latitude: Double, population: Int) {
        self.name = name
        self.country = country
        self.longitude = longitude
        self.latitude = latitude
        self.population = population
    }

    /// The same town under its name in a language; this one has the name in GeoNames.
    func named(in language: Language) -> PlaceWire {
        PlaceWire(
            name: TownNames.name(of: name, in: country, language), country: country, longitude: longitude,
            latitude: latitude, population: population)
    }
}
