package import Foundation

/// The allergens that this network knows, and their spellings in feeds and everyday language.
package struct Taxonomy: Sendable {
    /// Every allergen, by code.
    package let allergens: [Allergen]
    /// The names of the families that are mapped and reported together.
    package let groups: [AllergenFamily]
    /// The families that the immune system is likely to confuse.
    package let crossReactions: [AllergenFamily]
    /// The source for the cross-reactions.
    package let crossReactionSource: String?
    private let byID: [Allergen.ID: Allergen]
    private let byCode: [Int: Allergen]
    private let bySpelling: [String: Allergen]

    /// The built-in taxonomy.
    package static let standard: Taxonomy = {
        do {
            return try Taxonomy(json: Data(EmbeddedFiles["Resources/taxonomy.json"]))
        } catch {
            preconditionFailure("the built-in taxonomy is broken: \(error)")
        }
    }()

    private struct Document: Decodable {
        let allergens: [Allergen]
        let groups: [AllergenFamily]?
        let crossReactions: [AllergenFamily]?
        let crossReactionSource: String?
    }

    /// Reads a taxonomy document.
    ///
    /// - Throws: `DecodingError` when the document is malformed, or a code or spelling is used twice.
    package init(json: Data) throws {
        let document = try JSONDecoder().decode(Document.self, from: json)
        let allergens = document.allergens
        var spellings: [String: Allergen] = [:]
        var codes: [Int: Allergen] = [:]
        for allergen in allergens {
            guard (0..<128).contains(allergen.code), codes.updateValue(allergen, forKey: allergen.code) == nil
            else { throw Self.corrupted("code \(allergen.code) is out of range or used twice") }
            for spelling in Set(([allergen.id.rawValue] + (allergen.aliases ?? [])).map(Self.plain)) {
                guard spellings.updateValue(allergen, forKey: spelling) == nil
                else { throw Self.corrupted("the spelling \(spelling) is used twice") }
            }
        }
        self.allergens = allergens.sorted { $0.code < $1.code }
        groups = document.groups ?? []
        crossReactions = document.crossReactions ?? []
        crossReactionSource = document.crossReactionSource
        byCode = codes
        byID = Dictionary(uniqueKeysWithValues: allergens.map { ($0.id, $0) })
        bySpelling = spellings.merging(Self.names(of: allergens)) { spelling, _ in spelling }
    }

    /// The common and Latin names that only one allergen has.
    private static func names(of allergens: [Allergen]) -> [String: Allergen] {
        var bearers: [String: [Allergen]] = [:]
        for allergen in allergens {
            let names = Array(allergen.names.values) + [allergen.latin].compactMap(\.self)
            for name in Set(names.map(plain)) { bearers[name, default: []].append(allergen) }
        }
        return bearers.compactMapValues { $0.count == 1 ? $0.first : nil }
    }

    /// Returns a spelling in lower case, without accents and surrounding blanks, and with single blanks.
    private static func plain(_ spelling: String) -> String {
        let words = spelling.split { $0.isWhitespace || $0 == "_" }.joined(separator: " ").lowercased()
        guard !words.utf8.allSatisfy({ $0 < 128 }) else { return words }
        return words.replacing("ß", with: "ss").folding(options: .diacriticInsensitive, locale: nil)
    }

    private static func corrupted(_ description: String) -> DecodingError {
        .dataCorrupted(.init(codingPath: [], debugDescription: description))
    }

    package subscript(id: Allergen.ID) -> Allergen? { byID[id] }

    package subscript(code code: Int) -> Allergen? { byCode[code] }

    /// Finds an allergen by key, alias, Latin name or common name in any language.
    ///
    /// Case, accents and surrounding blanks do not matter.
    package func allergen(spelled spelling: String) -> Allergen? { bySpelling[Self.plain(spelling)] }

    /// The members of a group, by code.
    package func members(of group: Allergen.Group) -> [Allergen] {
        allergens.filter { $0.group == group }
    }

    /// The bits of the given allergens.
    ///
    /// Keys that are not in the taxonomy have none.
    package func set(of ids: some Sequence<Allergen.ID>) -> AllergenSet {
        AllergenSet(ids.compactMap { byID[$0] })
    }

    /// The keys of a set's members, by code.
    package func ids(in set: AllergenSet) -> [Allergen.ID] {
        set.codes.compactMap { byCode[$0]?.id }
    }
}

/// Allergens that belong together, with their common names.
package struct AllergenFamily: Sendable, Decodable {
    /// The key that its members name as their group or cross-reaction.
    package let key: String
    /// Common names by ISO 639 language code.
    ///
    /// English is always present.
    package let names: [String: String]
}
