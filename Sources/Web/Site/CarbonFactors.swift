import Foundation

/// Factors for the greenhouse gases of travelling, by country, mode and year; each names its source.
package struct CarbonFactors: Codable, Sendable {
    /// A factor of a country.
    package struct Factor: Codable, Hashable, Sendable {
        /// For whom a factor counts.
        package enum Unit: String, Codable, CaseIterable, Sendable {
            case passenger
            /// All in it share what a vehicle emits.
            case vehicle
        }

        /// Two letters (ISO 3166-1); EU for the means of the European Union.
        package let country: String
        package let mode: String
        /// Grams of carbon dioxide and what equals it, for a passenger or a vehicle.
        package let gramsPerKilometre: Double
        package let per: Unit
        package let year: Int
        /// A name among the licences.
        package let licence: String
        package let source: String
        /// Where the figure was read, if not at its source.
        package let takenFrom: String?

        package init(
            country: String, mode: String, gramsPerKilometre: Double, per: Unit, year: Int, licence: String,
            source: String, takenFrom: String? = nil
        ) {
            (self.country, self.mode, self.year) = (country, mode, year)
            (self.gramsPerKilometre, self.per) = (gramsPerKilometre, per)
            (self.licence, self.source, self.takenFrom) = (licence, source, takenFrom)
        }

        /// Whether both stand for the same, so that one of them takes the place of the other.
        package func stands(for other: Factor) -> Bool {
            country == other.country && mode == other.mode && year == other.year
        }
    }

    /// What the transport of a country emits for each of its people.
    struct Average: Codable {
        let country: String
        let kilogramsPerYear: Double
        let year: Int
        let licence: String
        let source: String
        let takenFrom: String?
        let licenceSeen: String?
    }

    let date: String
    /// The address of the text of each licence, by its name.
    package let licences: [String: String]
    package let factors: [Factor]
    let averages: [Average]

    /// The file of pages that has them.
    static let file = "carbon-factors.json"

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

    /// These factors with others, which take the place of those that they stand for; `texts` has the addresses of the texts
    /// of their licences, by name.
    package func adding(_ others: [Factor], licensedAt texts: [String: String]) -> CarbonFactors {
        let remaining = factors.filter { known in !others.contains { $0.stands(for: known) } }
        return CarbonFactors(
            date: date, licences: licences.merging(texts) { _, other in other }, factors: remaining + others,
            averages: averages)
    }

    /// The sources of a site with these factors in place of its own.
    func joined(to sources: [String: [UInt8]]) throws -> [String: [UInt8]] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var joined = sources
        joined[Self.file] = [UInt8](try encoder.encode(self))
        return joined
    }
}
