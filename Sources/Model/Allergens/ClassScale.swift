import Foundation

/// A published ladder of classes in which a source states how much of an allergen is in the air.
///
/// A class is not a concentration and is never converted to one: the sources do not publish the grains behind
/// it.
package struct ClassScale: Sendable, Identifiable, Decodable {
    /// One step of the ladder.
    package struct Step: Sendable, Hashable, Decodable {
        /// The source's spelling, such as `0-1`.
        package let code: String
        /// What it means, in English words.
        package let name: String
        /// The nearest level of this network.
        ///
        /// A step between two levels counts as the higher.
        package let level: Level
        /// Its value on this network's index, 0…10: in the middle of its level, or on the bound between two.
        package let index: Double
        fileprivate let spellings: [String]?
    }

    package let id: String
    package let title: String
    /// The publisher.
    package let source: String
    /// The steps, lowest first.
    package let classes: [Step]

    /// The step with a source's spelling, ignoring case and surrounding blanks.
    ///
    /// - Returns: `nil` for a text that is not a step of the scale; it never counts as low.
    package func step(spelled text: String) -> Step? {
        let plain = text.trimmingCharacters(in: .whitespaces).lowercased()
        return classes.first { step in
            step.code.lowercased() == plain || step.spellings?.contains(plain) == true
        }
    }
}

extension ClassScale {
    private struct Document: Decodable { let scales: [ClassScale] }

    /// The known scales.
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
