/// Why a sealed value cannot be opened.
package enum SealingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The value names a key that the ring does not have.
    case unknownKey(DataKey.ID)
    /// The value was changed, cut, moved from another row or column, or never was sealed.
    case broken(SealedField)

    package var description: String {
        switch self {
        case .unknownKey(let id):
            "the database holds values under the data key \(id), which is not among the data keys at hand"
        case .broken(let field): "a value of \(field) was changed since it was sealed, or belongs elsewhere"
        }
    }
}

/// Why the data keys cannot be had, in a sentence for whoever started the program.
package struct KeyRingMistake: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
    init(_ description: String) { self.description = description }
}
