import Allergens
import Caching
import Foundation

/// The colours of the levels, as the legend of the map shows them.
final class LevelColours: Sendable {
    private struct Legend: Decodable {
        struct Class: Decodable {
            let level: Level
            let color: String
        }

        let classes: [Class]
    }

    /// The layer whose colours stand for all allergens.
    private static let layer = "overall"

    private let colours: Lazily<[Level: String], any Error>

    init(_ tiles: any TileSource) {
        colours = Lazily {
            let json = try tiles.legendJSON(of: Self.layer, in: .standard)
            let classes = try JSONDecoder().decode(Legend.self, from: json).classes
            return Dictionary(classes.map { ($0.level, $0.color) }) { first, _ in first }
        }
    }

    /// A colour as `#RRGGBB`; `nil` where the map has no such layer.
    subscript(level: Level) -> String? { (try? colours.value())?[level] }
}
