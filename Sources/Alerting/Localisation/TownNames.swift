import Foundation
package import People

/// What towns are called in the languages of the service: Basel is Bâle in French.
///
/// GeoNames, from which the towns come, does not say which language a name belongs to. `Resources/towns.json` names
/// the towns that have a name of their own in another language, by country and by their name in GeoNames; GeoNames
/// has each of these names too, so that the search finds them.
package enum TownNames {
    /// The names by country, by the name in GeoNames and by language.
    static let all: [String: [String: [String: String]]] = {
        do {
            return try JSONDecoder().decode(
                [String: [String: [String: String]]].self, from: Data(EmbeddedFiles["Resources/towns.json"]))
        } catch {
            preconditionFailure("the names of towns cannot be read: \(error)")
        }
    }()

    /// The name of a town in a language.
    ///
    /// - Parameters:
    ///   - name: The name in GeoNames.
    ///   - country: The country code of ISO 3166-1, two capitals: Freiburg in Germany is not Fribourg.
    ///   - language: The reader's language.
    /// - Returns: The name in that language, or `name` where the language has no other.
    package static func name(of name: String, in country: String, _ language: Language) -> String {
        all[country]?[name]?[language.rawValue] ?? name
    }
}
