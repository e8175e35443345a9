import Foundation

/// Factors for the greenhouse gases of travelling, by country, mode and year; each names its source.
package struct CarbonFactors: Decodable, Sendable {
    /// A factor of a country.
    package struct Factor: Decodable, Sendable {
        /// Two letters (ISO 3166-1).
        package let country: String
        package let mode: String
        /// Grams of carbon dioxide and what equals it, for a passenger or a vehicle.
        package let gramsPerKilometre: Double
        package let year: Int
    }

    package let factors: [Factor]

    /// The factors that are built in.
    package static let builtIn: CarbonFactors = {
        let file = EmbeddedFiles["Pages/carbon-factors.json"]
        guard let factors = try? JSONDecoder().decode(CarbonFactors.self, from: Data(file))
        else { preconditionFailure("the factors are valid JSON") }
        return factors
    }()

    /// The factor of a country and a year for a mode, if one is known.
    package func factor(of country: String, _ year: Int, for mode: String) -> Factor? {
        factors.first { $0.country == country && $0.year == year && $0.mode == mode }
    }
}
