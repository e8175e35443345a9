package import Alerts
package import Foundation
import Matching
import Topology

/// Where fences are kept.
package protocol FenceArchive: Sendable {
    func add(_ fence: Fence, footprint: FenceFootprint, at now: Date) async throws
    func replace(_ fence: Fence, footprint: FenceFootprint, at now: Date) async throws -> Bool
}

/// Takes in the places that subscribers care about.
package struct FenceDesk: Sendable {
    private let archive: any FenceArchive

    package init(archive: any FenceArchive) { self.archive = archive }

    /// Keeps a new fence, or one in place of that with the same identifier.
    ///
    /// - Returns: `false` when `replacing` and the owner has no such fence.
    /// - Throws: `TopologyError` when the area cannot be used, and what the archive throws.
    package func keep(_ fence: Fence, replacing: Bool, at now: Date) async throws -> Bool {
        let footprint = try GeofenceMatcher(fence.area).footprint
        guard replacing else {
            try await archive.add(fence, footprint: footprint, at: now)
            return true
        }
        return try await archive.replace(fence, footprint: footprint, at: now)
    }
}
