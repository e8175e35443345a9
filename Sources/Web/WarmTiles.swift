import Allergens
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

    /// Tiles that are kept: at a median of 8 KB they take about 160 MB.
    static let limit = 20_000

    private let entries = Mutex<[String: Entry]>([:])

    package init() {}

    func keep(_ entry: Entry, for request: Request) {
        let target = request.uri.description
        entries.withLock { entries in
            if entries.count >= Self.limit, let victim = entries.first?.key {
                // Hash order is as good as random, and random replacement needs no book-keeping.
                entries.removeValue(forKey: victim)
            }
            entries[target] = entry
        }
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
