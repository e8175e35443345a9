package import Alerts
package import Foundation
import Matching
import Topology

/// Where fences are kept.
package protocol FenceStore: Sendable {
    func add(_ fence: Fence, footprint: FenceFootprint, at now: Date) async throws
    func replace(_ fence: Fence, footprint: FenceFootprint, at now: Date) async throws -> Bool
}

/// Takes in the places that subscribers care about.
package struct FenceService: Sendable {
    private let store: any FenceStore

    package init(store: any FenceStore) { self.store = store }

    /// Keeps a new fence, or one in place of that with the same identifier.
    ///
    /// - Returns: `false` when `replacing` and the owner has no such fence.
    /// - Throws: `TopologyError` when the area cannot be used, and what the store throws.
    package func keep(_ fence: Fence, replacing: Bool, at now: Date) async throws -> Bool {
        let footprint = try GeofenceMatcher(fence.area).footprint
        guard replacing else {
            try await store.add(fence, footprint: footprint, at: now)
            return true
        }
        return try await store.replace(fence, footprint: footprint, at: now)
    }
}
