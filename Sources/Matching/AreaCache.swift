package import Allergens
import Synchronization

/// The prepared areas of fences that were asked for lately, within a bound.
///
/// An area is prepared once for each version of its fence. The cache keeps two generations: a new area joins the
/// young one, an old one that is asked for again becomes young, and when the young generation is full the old one
/// is dropped. So an area that is asked for is kept, every step costs the same, and no more than ``capacity``
/// areas are held.
package final class AreaCache: Sendable {
    private struct Key: Hashable {
        let fence: Fence.ID
        let version: Int64
    }

    private struct Generations {
        var young: [Key: GeofenceMatcher] = [:]
        var old: [Key: GeofenceMatcher] = [:]
    }

    /// The areas that are held at most.
    package let capacity: Int
    private let generations = Mutex(Generations())

    /// Prepared, an outline of fifty vertices takes some 5 kB, so that a full cache takes a quarter of a gigabyte.
    package static let defaultCapacity = 50_000

    /// Creates an empty cache.
    ///
    /// - Precondition: The capacity is at least 2.
    package init(capacity: Int = AreaCache.defaultCapacity) {
        precondition(capacity >= 2, "a cache of two generations holds at least two areas")
        self.capacity = capacity
    }

    /// The area of a fence, prepared.
    ///
    /// - Parameters:
    ///   - fence: The fence.
    ///   - version: Which of the areas that the fence has had; a new area has a new version.
    ///   - area: Reads the area, called only when it is not held.
    /// - Returns: What can be asked whether it holds a position.
    /// - Throws: What `area` throws, or `TopologyError`.
    package func matcher(
        of fence: Fence.ID, version: Int64, area: () throws -> Fence.Area
    ) throws -> GeofenceMatcher {
        let key = Key(fence: fence, version: version)
        if let matcher = held(key) { return matcher }
        // Prepared outside the lock: two threads may do so at once, and the later area takes the place.
        let matcher = try GeofenceMatcher(try area())
        keep(matcher, for: key)
        return matcher
    }

    /// The number of areas that are held.
    package var count: Int { generations.withLock { $0.young.count + $0.old.count } }

    private func held(_ key: Key) -> GeofenceMatcher? {
        generations.withLock { generations in
            if let area = generations.young[key] { return area }
            guard let area = generations.old.removeValue(forKey: key) else { return nil }
            insert(area, for: key, into: &generations)
            return area
        }
    }

    private func keep(_ area: GeofenceMatcher, for key: Key) {
        generations.withLock { insert(area, for: key, into: &$0) }
    }

    private func insert(_ area: GeofenceMatcher, for key: Key, into generations: inout Generations) {
        generations.old[key] = nil
        if generations.young.count >= capacity / 2, generations.young[key] == nil {
            generations.old = generations.young
            generations.young = [:]
        }
        generations.young[key] = area
    }
}
