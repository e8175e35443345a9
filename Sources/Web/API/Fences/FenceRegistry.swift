package import Alerts
package import People

/// The places that subscribers care about.
package protocol FenceRegistry: Sendable {
    func fences(of account: Account.ID) async throws -> [Fence]
    /// Keeps a new fence, or one in place of that with the same identifier.
    ///
    /// - Returns: `false` when `replacing` and the owner has no such fence.
    func keep(_ fence: Fence, replacing: Bool) async throws(FenceProblem) -> Bool
    func remove(_ fence: Fence.ID, of account: Account.ID) async throws -> Bool
    /// What a fence would have been told of lately; nothing is kept of it.
    ///
    /// - Parameters:
    ///   - fence: The fence.
    ///   - profile: That of its account.
    ///   - guardian: Who reports in the account's place.
    /// - Returns: The alerts of the last ``AlertPreview/length`` days.
    /// - Throws: Why nobody can say.
    func preview(
        of fence: Fence, in profile: Profile, for guardian: Account.ID
    ) async throws(FenceProblem) -> AlertPreview
}

/// Why a fence cannot be kept, or nobody can say what it would have been told of.
package enum FenceProblem: Error, Sendable {
    case area(String)
    case tooMany(limit: Int)
    case tooMuch(String)
    case failed(any Error)
}
