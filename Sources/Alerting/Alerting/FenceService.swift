package import Alerts
package import Foundation
import Matching
import Topology

/// Stores fences.
package protocol FenceStore: Sendable {
    func add(_ fence: Fence, footprint: FenceFootprint, at now: Date) async throws
    func replace(_ fence: Fence, footprint: FenceFootprint, at now: Date) async throws -> Bool
}

/// Accepts and stores the fences of subscribers.
package struct FenceService: Sendable {
    private let store: any FenceStore

    package init(store: any FenceStore) { self.store = store }

    /// Stores a new fence, or replaces the one with the same identifier.
    ///
    /// - Returns: `false` when `replacing` and the owner has no such fence.
    /// - Throws: ``FenceRefusal``, and the store's errors.
    package func keep(_ fence: Fence, replacing: Bool, at now: Date) async throws -> Bool {
        let footprint = try fence.matcher().footprint
        guard replacing else {
            try await store.add(fence, footprint: footprint, at: now)
            return true
        }
        return try await store.replace(fence, footprint: footprint, at: now)
    }
}

extension Fence {
    /// The matcher of its area.
    ///
    /// - Throws: ``FenceRefusal/area(_:)``.
    func matcher() throws(FenceRefusal) -> GeofenceMatcher {
        do {
            return try GeofenceMatcher(area)
        } catch {
            throw .area(error.reason)
        }
    }
}
