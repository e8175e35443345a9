/// Why a fence was not stored, or not previewed.
package enum FenceRefusal: Error, Hashable, Sendable {
    /// Its area cannot be used, for this reason.
    case area(String)
    /// The account has as many fences as the limit allows.
    case tooMany(limit: Int)
}
