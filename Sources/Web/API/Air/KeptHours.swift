import Allergens
import Caching
import HTTP
import NIOCore
import Observations
import Synchronization

/// The answers with coming hours that were written last.
///
/// Many people ask for the hours of the same town. An answer is found by all that it tells of, so it cannot be older
/// than the readings, the forecasts and the weather that the hours follow from. No position is kept.
final class KeptHours: Sendable {
    struct Answer {
        /// Of the text without compression.
        let etag: String
        let entity: Entity
    }

    /// What decides the bytes of an answer.
    private struct Key: Hashable {
        let allergens: [Allergen.ID]
        let hours: [[ComingHours.Hour]]
        let isCompressed: Bool

        var size: Int { hours.reduce(0) { $0 + $1.count * MemoryLayout<ComingHours.Hour>.stride } }
    }

    /// Some 200 answers, or 600 that are compressed.
    private static let capacity = 16 << 20

    private let kept = Mutex(BoundedCache<Key, Answer>(capacity: capacity))

    /// How many answers there are.
    var count: Int { kept.withLock(\.count) }

    /// The answer that tells of these hours.
    func answer(_ hours: [ComingHours], compressed isCompressed: Bool) -> Answer {
        let key = Key(
            allergens: hours.map(\.allergen.id), hours: hours.map(\.hours), isCompressed: isCompressed)
        if let found = kept.withLock({ $0[key] }) { return found }
        let text = ComingHoursWire(allergens: hours).json()
        let entity: Entity =
            switch isCompressed {
            case _ where text.readableBytes < Compression.smallest: .whole(text)
            case true: .gzip(Compression.gzip(text))
            case false: .plain(text)
            }
        let answer = Answer(etag: ContentHash.etag(of: text.readableBytesView), entity: entity)
        kept.withLock { $0.keep(answer, bytes: entity.bytes.readableBytes + key.size, for: key) }
        return answer
    }
}
