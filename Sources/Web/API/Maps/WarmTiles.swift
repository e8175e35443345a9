import Allergens
import Caching
import HTTP
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// Recently answered tiles, found by the bytes of the request target.
///
/// An entry is valid while the source's stamp is unchanged, and for tiles of today also the day. A repeated
/// request is answered without parsing, routing, query or drawing.
package final class WarmTiles: Sendable {
    struct Entry {
        let bytes: ByteBuffer
        let etag: String
        let stamp: Int
        let today: CivilDate
    }

    /// The memory limit for all cached tiles: at a median of 8 KB there is room for 20,000.
    static let capacity = 160 << 20

    /// Longer targets are not cached; no real tile has one.
    private static let longestTarget = 512

    private let entries: Mutex<BoundedCache<String, Entry>>

    package init(capacity: Int = capacity) { entries = Mutex(BoundedCache(capacity: capacity)) }

    /// The bytes of all cached tiles.
    var keptBytes: Int { entries.withLock(\.cost) }

    func keep(_ entry: Entry, for request: Request) {
        let target = request.uri.description
        let length = target.utf8.count
        guard length <= Self.longestTarget else { return }
        entries.withLock { $0.keep(entry, bytes: length + entry.bytes.readableBytes, for: target) }
    }

    func answer(to request: HTTPRequest, stamp: Int, today: CivilDate) -> ReadyAnswer? {
        guard request.method == .get || request.method == .head, let target = request.path,
            target.hasPrefix("/tiles/"), let entry = entries.withLock({ $0[target] }),
            entry.stamp == stamp, entry.today == today
        else { return nil }
        return request.ready(entry.bytes, type: "image/png", etag: entry.etag)
    }
}
