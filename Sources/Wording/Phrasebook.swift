package import Allergens
import Foundation

/// Puts alerts into words, in one language and tone.
package struct Phrasebook: Sendable {
    private let language: Language
    private let tone: Tone
    private let taxonomy: Taxonomy

    package init(_ language: Language, _ tone: Tone = .adult, taxonomy: Taxonomy = .standard) {
        self.language = language
        self.tone = tone
        self.taxonomy = taxonomy
    }

    /// An alert in one line: what is in the air, how much, where, when and who says so.
    package func headline(of alert: Alert) -> String {
        let names = alert.allergens.compactMap { taxonomy[$0]?.names[language.rawValue] }
        let what = names.isEmpty ? "something in the air" : names.joined(separator: ", ")
        guard let finding = alert.finding, let level = alert.level else {
            let comment = alert.testimony?.comment.map { ": “\($0)”" } ?? ""
            return "Somebody reports \(what) nearby\(comment)"
        }
        let unit = alert.allergens.first.flatMap { taxonomy[$0]?.unit?.symbol } ?? ""
        let value =
            finding.value == finding.value.rounded() ? String(Int(finding.value)) : String(finding.value)
        let basis = finding.basis == .measured ? "" : ", \(finding.basis.rawValue)"
        return "\(what.prefix(1).uppercased() + what.dropFirst()): \(level.words) at \(finding.stationName) "
            + "(\(value) \(unit), \(finding.day)\(basis))"
    }

    /// An alert as JSON sends it.
    package func message(_ alert: Alert, concern: LedgerEntry.Concern?) -> AlertMessage {
        AlertMessage(
            alert, unit: alert.allergens.first.flatMap { taxonomy[$0]?.unit }, headline: headline(of: alert),
            concern: concern)
    }
}
