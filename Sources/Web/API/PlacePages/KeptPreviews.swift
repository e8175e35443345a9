import Caching
import Drawing
import Synchronization

/// Draws the previews of links, and keeps those that were asked for.
final class KeptPreviews: Sendable {
    /// Some 100 pictures, in bytes.
    private static let capacity = 16 << 20

    private let kept = Mutex(BoundedCache<String, [UInt8]>(capacity: capacity))

    /// The picture with a tag, drawn when it is asked for first.
    ///
    /// - Throws: An error of Cairo if there is no memory.
    func picture(_ etag: String, _ draw: () throws(CairoError) -> [UInt8]) throws(CairoError) -> [UInt8] {
        if let found = kept.withLock({ $0[etag] }) { return found }
        let drawn = try draw()
        kept.withLock { $0.keep(drawn, bytes: drawn.count + etag.utf8.count, for: etag) }
        return drawn
    }
}
