import Allergens
import Caching
import HTTP
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// Tiles that were answered lately, found by the bytes of the request's target.
///
/// An entry is good as long as the source's stamp, and for tiles of today the day, are those at which it was made:
/// a repeated request is answered without parsing, routing, query or drawing.
package final class WarmTiles: Sendable {
    struct Entry {
        let bytes: ByteBuffer
        let etag: String
        let stamp: Int
        let today: CivilDate
    }

    /// What the tiles that are kept may take together: at a median of 8 KB there is room for 20,000.
    static let capacity = 160 << 20

    /// Longer targets are not remembered: no tile that is asked for in earnest has one.
    private static let longestTarget = 512

    private let entries: Mutex<BoundedCache<String, Entry>>

    package init(capacity: Int = capacity) { entries = Mutex(BoundedCache(capacity: capacity)) }

    /// The bytes of all tiles that are kept.
    var keptBytes: Int { entries.withLock(\.cost) }

    func keep(_ entry: Entry, for request: Request) {
        let target = request.uri.description
        let length = target.utf8.count
        guard length <= Self.longestTarget else { return }
        entries.withLock { $0.keep(entry, bytes: length + entry.bytes.readableBytes, for: target) }
    }

    func answer(to request: Request, stamp: Int, today: CivilDate) -> Response? {
        guard request.method == .get || request.method == .head else { return nil }
        let target = request.uri.description
        guard target.hasPrefix("/tiles/"), let entry = entries.withLock({ $0[target] }),
            entry.stamp == stamp, entry.today == today
        else { return nil }
        let response = request.answer(entry.bytes, type: "image/png", etag: entry.etag)
        // Bytes behind the head of an answer to HEAD would be taken for the next answer.
        return request.method == .head ? response.createHeadResponse() : response
    }
}
