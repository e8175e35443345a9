/// Why a sealed value cannot be opened.
package enum SealingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The value names a key that is not in the ring.
    case unknownKey(DataKey.ID)
    /// The value was changed, truncated, moved from another row or column, or never sealed.
    case broken(SealedField)

    package var description: String {
        switch self {
        case .unknownKey(let id):
            "the database holds values under the data key \(id), which is not among the data keys at hand"
        case .broken(let field): "a value of \(field) was changed since it was sealed, or belongs elsewhere"
        }
    }
}

/// Explains to the operator why the data keys are not available.
package struct KeyRingMistake: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
    init(_ description: String) { self.description = description }
}
