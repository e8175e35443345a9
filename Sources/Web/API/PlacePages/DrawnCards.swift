import Caching
import Drawing
import Foundation
import HTTP
import Synchronization

/// Draws cards, and keeps those that were asked for.
final class DrawnCards: Sendable {
    enum FileType: String {
        case png, svg

        var media: String { self == .png ? "image/png" : "image/svg+xml" }
    }

    /// A picture of a card: all that its bytes depend on.
    struct Wish: Hashable {
        let card: AirCard
        let size: CardSize
        let theme: CardTheme
        let type: FileType

        /// The entity tag, known before anything is drawn.
        var etag: String {
            get throws {
                ContentHash.etag(
                    of: try JSON.encoder.encode(card)
                        + Data("\(size.rawValue) \(theme.rawValue) \(type.rawValue)".utf8))
            }
        }
    }

    /// Some 1,000 pictures, in bytes.
    private static let capacity = 16 << 20

    private let kept = Mutex(BoundedCache<Wish, [UInt8]>(capacity: capacity))

    /// The picture, drawn when it is asked for first.
    func picture(_ wish: Wish) throws -> [UInt8] {
        if let found = kept.withLock({ $0[wish] }) { return found }
        let drawn = try Self.drawn(wish)
        // The card is about as long in memory as in JSON.
        let bytes = drawn.count + (try JSON.encoder.encode(wish.card)).count
        kept.withLock { $0.keep(drawn, bytes: bytes, for: wish) }
        return drawn
    }

    private static func drawn(_ wish: Wish) throws(CairoError) -> [UInt8] {
        let format = wish.size.format
        let painter = CardPainter(
            card: wish.card, format: format, inks: CardInks(wish.theme, on: wish.size))
        guard wish.type == .png else {
            return try SVG.file(width: format.width, height: format.height) { painter.draw(on: $0) }
        }
        let canvas = try Canvas(width: format.width, height: format.height)
        painter.draw(on: canvas)
        return wish.size == .paper
            ? try canvas.blackAndWhitePNG() : try canvas.opaquePNG(step: CardInks.step, trim: 0)
    }
}
