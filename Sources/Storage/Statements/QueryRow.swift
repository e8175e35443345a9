/// One row that a query has found.
package struct QueryRow: Sendable {
    private let columns: QueryColumns
    /// The values in the order of the columns.
    let values: [StoredValue]

    init(_ columns: QueryColumns, _ values: [StoredValue]) {
        precondition(columns.count == values.count, "a row has a value for each column")
        (self.columns, self.values) = (columns, values)
    }

    /// The value of a column.
    ///
    /// - Throws: ``MisreadColumn`` when there is no such column, or it holds something else.
    package subscript<Value: StorableValue>(column: String) -> Value {
        get throws {
            guard let place = columns[column], let value = Value(storedValue: values[place])
            else { throw MisreadColumn(column: column, wanted: "\(Value.self)") }
            return value
        }
    }

    /// The value of a column, counted from 0.
    ///
    /// - Throws: ``MisreadColumn`` when it holds something else.
    subscript<Value: StorableValue>(place: Int) -> Value {
        get throws {
            guard let value = Value(storedValue: values[place])
            else { throw MisreadColumn(column: "\(place + 1)", wanted: "\(Value.self)") }
            return value
        }
    }

    /// The value of the first column.
    ///
    /// - Throws: ``MisreadColumn`` when it holds something else.
    package func first<Value: StorableValue>(as _: Value.Type = Value.self) throws -> Value {
        guard let first = values.first, let value = Value(storedValue: first)
        else { throw MisreadColumn(column: "1", wanted: "\(Value.self)") }
        return value
    }
}

/// A column does not hold what was asked for.
package struct MisreadColumn: Error, Hashable, CustomStringConvertible {
    package let column: String
    /// The type of the value that was asked for.
    package let wanted: String

    package var description: String { "column \(column) cannot be read as \(wanted)" }
}

/// The names of the columns that a query finds, which its rows share.
struct QueryColumns: Sendable {
    private let places: [String: Int]
    let count: Int

    /// Keeps the places of some names, in any case: PostgreSQL answers with small letters.
    init(_ names: some Collection<String>) {
        count = names.count
        let places = names.enumerated().flatMap { place, name in
            [(name, place), (name.lowercased(), place)]
        }
        self.places = Dictionary(places, uniquingKeysWith: { first, _ in first })
    }

    /// The place of a column, which SQLite names as the query does: small letters take longer than the search.
    subscript(name: String) -> Int? { places[name] ?? places[name.lowercased()] }
}
