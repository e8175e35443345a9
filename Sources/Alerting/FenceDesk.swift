package import Allergens
import Geography
import Matching
import Topology

/// Where fences are kept.
package protocol FenceArchive: Sendable {
    func add(_ fence: Fence, footprint: FenceFootprint) async throws
    func replace(_ fence: Fence, footprint: FenceFootprint) async throws -> Bool
}

/// Takes in the places that subscribers care about.
package struct FenceDesk: Sendable {
    private let archive: any FenceArchive

    package init(archive: any FenceArchive) { self.archive = archive }

    /// Keeps a new fence, or one in place of that with the same identifier.
    ///
    /// - Returns: `false` when `replacing` and the owner has no such fence.
    /// - Throws: `TopologyError` when the area cannot be used, and what the archive throws.
    package func keep(_ fence: Fence, replacing: Bool) async throws -> Bool {
        let matcher = try GeofenceMatcher(fence.area)
        let footprint = FenceFootprint(anchor: matcher.anchor, boxes: matcher.bounds)
        guard replacing else {
            try await archive.add(fence, footprint: footprint)
            return true
        }
        return try await archive.replace(fence, footprint: footprint)
    }
}
