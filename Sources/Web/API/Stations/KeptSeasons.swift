import Allergens
import Caching
import Observations
import Seasons
import Synchronization

/// Keeps the seasons that were asked for until any data change.
///
/// Forty-five years of a station are read and compared in some 30 ms.
final class KeptSeasons: Sendable {
    struct Wish: Hashable {
        let station: Station.ID
        let allergen: Allergen.ID
        let year: Int
        let today: CivilDate
    }

    private struct Kept {
        /// What the data said of themselves when the seasons were read.
        var stamp: Int
        var seasons: BoundedCache<Wish, ComparedSeason>
    }

    /// Some 700 seasons, in bytes.
    private static let capacity = 16 << 20

    private let kept = Mutex(Kept(stamp: 0, seasons: BoundedCache(capacity: capacity)))

    /// The season that was kept at a stamp; reads it if there is none.
    func season(
        _ wish: Wish, at stamp: Int, read: () async throws -> ComparedSeason
    ) async throws -> ComparedSeason {
        if let found = kept.withLock({ $0.stamp == stamp ? $0.seasons[wish] : nil }) { return found }
        let season = try await read()
        kept.withLock { kept in
            if kept.stamp != stamp {
                kept = Kept(stamp: stamp, seasons: BoundedCache(capacity: Self.capacity))
            }
            kept.seasons.keep(season, bytes: season.size, for: wish)
        }
        return season
    }
}

extension ComparedSeason {
    /// The bytes that it takes.
    var size: Int {
        values.count * MemoryLayout<DailyValue>.stride + normals.count * MemoryLayout<DayQuantiles>.stride
    }
}
