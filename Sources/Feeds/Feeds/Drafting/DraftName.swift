import Allergens
import Foundation

/// What a heading or a name in a file means.
enum DraftName: Hashable {
    case allergen(Allergen.ID)
    /// Several taxa counted together, with the allergens among them.
    case composite([Allergen.ID])
    case total
    case unknown

    private static let totals: Set<String> = [
        "total", "totals", "totale", "totaux", "suma", "summe", "gesamt", "somme", "somma", "sum",
        "insgesamt", "gesamtpollen", "toplam", "guztira",
    ]

    /// Words that say what is counted, and not which taxon.
    private static let fillers: Set<String> = [
        "pollen", "polen", "polline", "pollens", "polenes", "pólenes", "spores", "sporen", "esporas", "spore",
        "count", "concentration", "konzentration", "concentración", "grains/m3", "grains/m³", "p/m3",
        "pollen/m3", "pollen/m³", "de", "du", "des", "di", "del", "de la", "d'", "the", "of", "family",
    ]

    init(_ text: String, in taxonomy: Taxonomy) {
        if let allergen = Self.allergen(text, in: taxonomy) {
            self = .allergen(allergen)
            return
        }
        let words = Set(text.lowercased().split { !$0.isLetter }.map(String.init))
        if !words.isDisjoint(with: Self.totals) {
            self = .total
            return
        }
        let parts = Self.parts(of: text)
        let known = parts.compactMap { Self.allergen($0, in: taxonomy) }
        guard parts.count > 1, !known.isEmpty else {
            self = .unknown
            return
        }
        let all = Array(Set(known)).sorted { $0.rawValue < $1.rawValue }
        self = all.count == 1 && known.count == parts.count ? .allergen(all[0]) : .composite(all)
    }

    /// Finds the allergen of a name that may have another name in brackets, a unit, or the word pollen.
    private static func allergen(_ text: String, in taxonomy: Taxonomy) -> Allergen.ID? {
        let brackets = text.split { "()[]".contains($0) }.map(String.init)
        for part in [text] + brackets {
            let words = part.split(separator: " ").filter { !fillers.contains($0.lowercased()) }
            for name in [part, words.joined(separator: " ")] {
                if let allergen = taxonomy.allergen(spelled: name), allergen.unit != nil {
                    return allergen.id
                }
            }
        }
        return nil
    }

    private static func parts(of text: String) -> [String] {
        var text = text
        for word in [" and ", " und ", " et ", " y ", " e "] { text = text.replacing(word, with: "/") }
        return text.split { "/+&,".contains($0) }
            .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
}
