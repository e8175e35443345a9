import Foundation

/// The foods that people are often allergic to, with their names in twenty languages.
package struct FoodCatalogue: Decodable, Sendable {
    /// A food, or foods that are known under one name.
    package struct Food: Decodable, Sendable {
        /// Its permanent name.
        package let code: String
        /// The groups of foods that have to be named on labels, such as `eu.nuts`, to which it belongs.
        package let groups: [String]
        /// Whether it is among the eighteen common allergens of the thesis.
        package let isCommon: Bool
        /// Its names by language (ISO 639-1), as on a menu.
        package let names: [String: String]
    }

    /// The languages in which every food has a name.
    package let languages: [String]
    /// From where groups and foods are taken: by the first part of a group's name, and `common`.
    package let sources: [String: String]
    package let foods: [Food]

    /// The catalogue that is built in.
    package static let standard: FoodCatalogue = {
        do {
            return try JSONDecoder().decode(
                FoodCatalogue.self, from: Data(EmbeddedFiles["Resources/foods.json"]))
        } catch {
            preconditionFailure("the built-in foods are broken: \(error)")
        }
    }()

    private static let codes = Set(standard.foods.map(\.code))

    /// Whether the built-in catalogue has a food.
    package static func has(_ code: String) -> Bool { codes.contains(code) }
}
