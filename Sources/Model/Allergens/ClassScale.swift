import Foundation

/// A published ladder of classes in which a source states how much of an allergen is in the air.
///
/// A class is no concentration and is never turned into one: the sources do not publish the grains behind it.
package struct ClassScale: Sendable, Identifiable, Decodable {
    /// One step of the ladder.
    package struct Step: Sendable, Hashable, Decodable {
        /// How the source writes it, such as `0-1`.
        package let code: String
        /// What it means, in English words.
        package let name: String
        /// The level of this network that comes nearest; a step between two levels counts as the higher.
        package let level: Level
        /// Where it stands on the index of this network, 0…10: in the middle of its level, or on the bound between two.
        package let index: Double
        fileprivate let spellings: [String]?
    }

    package let id: String
    package let title: String
    /// Who publishes it.
    package let source: String
    /// The steps, from the lowest up.
    package let classes: [Step]

    /// The step that a source writes in this way, without regard to case and surrounding blanks.
    ///
    /// - Returns: `nil` for what is no step of the scale, which is never taken for low.
    package func step(spelled text: String) -> Step? {
        let plain = text.trimmingCharacters(in: .whitespaces).lowercased()
        return classes.first { step in
            step.code.lowercased() == plain || step.spellings?.contains(plain) == true
        }
    }
}

extension ClassScale {
    private struct Document: Decodable { let scales: [ClassScale] }

    /// The scales that are known.
    package static let standard: [ClassScale] = {
        do {
            let data = Data(EmbeddedFiles["Resources/class-scales.json"])
            return try JSONDecoder().decode(Document.self, from: data).scales
        } catch {
            preconditionFailure("the built-in class scales are broken: \(error)")
        }
    }()

    /// The known scale with this identifier.
    package static func standard(_ id: String) -> ClassScale? { standard.first { $0.id == id } }
}
