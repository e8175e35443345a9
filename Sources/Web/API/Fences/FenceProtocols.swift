package import Alerts
package import Foundation
package import People

/// The fences of subscribers.
package protocol OwnFenceStore: Sendable {
    func fences(of account: Account.ID) async throws -> [Fence]
    /// Removes a fence; `false` when the account has no such fence.
    func remove(_ fence: Fence.ID, of account: Account.ID) async throws -> Bool
}

/// Accepts fences.
package protocol FenceIntake: Sendable {
    /// Stores a new fence, or replaces the one with the same identifier.
    ///
    /// - Returns: `false` when `replacing` and the owner has no such fence.
    /// - Throws: `FenceRefusal`, and the store's errors.
    func keep(_ fence: Fence, replacing: Bool, at now: Date) async throws -> Bool
}

/// Previews the alerts of fences.
package protocol AlertPreviewing: Sendable {
    /// The alerts that a fence would have received in the last `AlertPreview.length` days; nothing is stored.
    ///
    /// - Parameters:
    ///   - fence: The fence.
    ///   - profile: The profile of the fence's account.
    ///   - guardian: The account that reports in place of the fence's.
    ///   - now: The present.
    /// - Returns: The alerts.
    /// - Throws: `FenceRefusal.area`, `AlertPreviewRefusal`, and the store's errors.
    func preview(
        of fence: Fence, in profile: Profile, for guardian: Account.ID, at now: Date
    ) async throws -> AlertPreview
}
