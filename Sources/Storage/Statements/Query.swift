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
        /// A query that finds these numbers; they are a single parameter, however many they are.
        case numbers([Int64])
        /// What the databases do not say alike.
        case either(sqlite: [Part], postgreSQL: [Part])
    }

    fileprivate let parts: [Part]

    fileprivate init(parts: [Part]) { self.parts = parts }

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

        /// A value of a kind that is known only when the program runs.
        mutating func appendInterpolation(stored value: StoredValue, _ kind: StoredValue.Kind) {
            parts.append(.value(value, kind))
        }

        /// Puts in another query.
        package mutating func appendInterpolation(_ query: Query) { parts += query.parts }

        /// Puts in a part of the text.
        package mutating func appendInterpolation(sql: String) { parts.append(.text(sql)) }

        /// Puts in a part of the text that the databases do not say alike.
        package mutating func appendInterpolation(sqlite: Query, postgreSQL: Query) {
            parts.append(.either(sqlite: sqlite.parts, postgreSQL: postgreSQL.parts))
        }
    }
}

extension Query {
    /// Which SQL is spoken.
    enum Dialect {
        case sqlite
        case postgreSQL
    }

    /// The pieces and parameters in one dialect, without any ``Part/either(sqlite:postgreSQL:)``.
    func parts(in dialect: Dialect) -> [Part] {
        guard parts.contains(where: { if case .either = $0 { true } else { false } }) else { return parts }
        return parts.flatMap { part in
            guard case .either(let sqlite, let postgreSQL) = part else { return [part] }
            return Query(parts: dialect == .sqlite ? sqlite : postgreSQL).parts(in: dialect)
        }
    }

    /// Locks the rows that a query finds in a table until the transaction ends, for acts that change what they read.
    ///
    /// Rows that refer to a locked one can still be inserted. In SQLite they are the writer's in any case.
    static func locking(_ table: String) -> Query {
        "\(sqlite: "", postgreSQL: "FOR NO KEY UPDATE OF \(sql: table)")"
    }

    /// Finds the numbers of a list, so that lists of any length are one statement.
    static func numbers(_ numbers: [Int64]) -> Query { Query(parts: [.numbers(numbers)]) }

    /// The condition that a column has one of some values; without any it never holds.
    static func isOne(of values: some Collection<some StorableValue>, _ column: Query) -> Query {
        guard !values.isEmpty else { return "1 = 0" }
        return "\(column) IN (\(values.map { "\($0)" as Query }.joined(separator: ", ")))"
    }

    /// The condition that a column has one of some numbers; without any it never holds.
    ///
    /// Each database keeps what it prepared of a statement, and lists of any length are one.
    static func isOne(ofNumbers numbers: [Int64], _ column: Query) -> Query {
        "\(column) IN (\(.numbers(numbers)))"
    }
}

extension Sequence<Query> {
    /// The queries one after the other.
    func joined(separator: Query) -> Query {
        Query(parts: Array(map(\.parts).joined(separator: separator.parts)))
    }
}
