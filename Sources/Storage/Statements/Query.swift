/// A statement with its parameters, written as SQL that SQLite and PostgreSQL understand alike.
///
/// ```swift
/// let query: Query = "SELECT day, sealed FROM diaryEntry WHERE account = \(account.rawValue)"
/// ```
///
/// Each value becomes a parameter. Another query can be put in as a part, with its own parameters. Names of tables
/// and other parts of the text are put in with `sql:`, and never come from outside.
package struct Query: ExpressibleByStringInterpolation, Hashable, Sendable {
    /// A piece of the text, or a parameter between two pieces.
    enum Part: Hashable, Sendable {
        case text(String)
        case value(StoredValue, StoredValue.Kind)
        /// What the databases do not say alike.
        case either(sqlite: String, postgreSQL: String)
    }

    let parts: [Part]

    package init(stringLiteral text: String) { parts = [.text(text)] }

    package init(stringInterpolation: Parts) { parts = stringInterpolation.parts }

    /// The parts of a query while they are put together.
    package struct Parts: StringInterpolationProtocol {
        fileprivate var parts: [Part] = []

        package init(literalCapacity: Int, interpolationCount: Int) {
            parts.reserveCapacity(2 * interpolationCount + 1)
        }

        package mutating func appendLiteral(_ literal: String) {
            if !literal.isEmpty { parts.append(.text(literal)) }
        }

        package mutating func appendInterpolation<Value: StorableValue>(_ value: Value) {
            parts.append(.value(value.storedValue, Value.kind))
        }

        /// A missing value becomes NULL.
        package mutating func appendInterpolation<Value: StorableValue>(_ value: Value?) {
            parts.append(.value(value.storedValue, Value.kind))
        }

        /// Puts in another query.
        package mutating func appendInterpolation(_ query: Query) { parts += query.parts }

        /// Puts in a part of the text.
        package mutating func appendInterpolation(sql: String) { parts.append(.text(sql)) }

        /// Puts in a part of the text that the databases do not say alike.
        package mutating func appendInterpolation(sqlite: String, postgreSQL: String) {
            parts.append(.either(sqlite: sqlite, postgreSQL: postgreSQL))
        }
    }
}
