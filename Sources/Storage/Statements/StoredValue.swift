package import Foundation

/// A value in the form in which both databases hold it.
package enum StoredValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob(Data)

    /// What a parameter can be.
    ///
    /// PostgreSQL asks for the type of a missing value, too.
    package enum Kind: Hashable, Sendable { case integer, real, text, blob }
}

extension StoredValue {
    /// What it is; a missing value passes for a text.
    var kind: Kind {
        switch self {
        case .integer: .integer
        case .real: .real
        case .blob: .blob
        case .text, .null: .text
        }
    }
}

/// What can be a parameter of a ``Query``, or be read from a column.
///
/// An instant is stored as whole seconds since 1970, and whether something holds as 1 or 0.
package protocol StorableValue: Sendable {
    static var kind: StoredValue.Kind { get }
    var storedValue: StoredValue { get }
    /// Reads a value; `nil` when the column holds something else.
    init?(storedValue: StoredValue)
}

extension Int64: StorableValue {
    package static var kind: StoredValue.Kind { .integer }
    package var storedValue: StoredValue { .integer(self) }

    package init?(storedValue: StoredValue) {
        guard case .integer(let number) = storedValue else { return nil }
        self = number
    }
}

extension Int: StorableValue {
    package static var kind: StoredValue.Kind { .integer }
    package var storedValue: StoredValue { .integer(Int64(self)) }

    package init?(storedValue: StoredValue) {
        guard case .integer(let number) = storedValue else { return nil }
        self.init(exactly: number)
    }
}

extension Bool: StorableValue {
    package static var kind: StoredValue.Kind { .integer }
    package var storedValue: StoredValue { .integer(self ? 1 : 0) }

    package init?(storedValue: StoredValue) {
        guard case .integer(let number) = storedValue else { return nil }
        self = number != 0
    }
}

extension Double: StorableValue {
    package static var kind: StoredValue.Kind { .real }
    package var storedValue: StoredValue { .real(self) }

    package init?(storedValue: StoredValue) {
        guard case .real(let number) = storedValue else { return nil }
        self = number
    }
}

extension String: StorableValue {
    package static var kind: StoredValue.Kind { .text }
    package var storedValue: StoredValue { .text(self) }

    package init?(storedValue: StoredValue) {
        guard case .text(let text) = storedValue else { return nil }
        self = text
    }
}

extension Data: StorableValue {
    package static var kind: StoredValue.Kind { .blob }
    package var storedValue: StoredValue { .blob(self) }

    package init?(storedValue: StoredValue) {
        guard case .blob(let bytes) = storedValue else { return nil }
        self = bytes
    }
}

extension Optional: StorableValue where Wrapped: StorableValue {
    package static var kind: StoredValue.Kind { Wrapped.kind }
    package var storedValue: StoredValue { self?.storedValue ?? .null }

    package init?(storedValue: StoredValue) {
        guard storedValue != .null else {
            self = .none
            return
        }
        guard let value = Wrapped(storedValue: storedValue) else { return nil }
        self = .some(value)
    }
}
