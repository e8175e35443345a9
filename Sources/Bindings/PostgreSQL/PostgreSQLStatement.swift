/// A statement with its parameters, written as SQL.
///
/// ```swift
/// let statement: PostgreSQLStatement = "SELECT name FROM station WHERE id = \(id)"
/// ```
///
/// Each value becomes a parameter: the text is `… WHERE id = $1` whatever the value, so that a connection
/// prepares it once. Names of tables and other parts of the text are put in with `sql:`, and never come from
/// outside.
package struct PostgreSQLStatement: ExpressibleByStringInterpolation, Hashable, Sendable {
    package let text: String
    let parameters: StatementParameters

    package init(stringLiteral text: String) {
        self.text = text
        parameters = StatementParameters()
    }

    package init(stringInterpolation parts: Parts) {
        text = parts.text
        parameters = parts.parameters
    }

    /// The parts of a statement with values between them.
    package struct Parts: StringInterpolationProtocol {
        fileprivate var text = ""
        fileprivate var parameters = StatementParameters()

        package init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + 3 * interpolationCount)
        }

        package mutating func appendLiteral(_ literal: String) { text += literal }

        package mutating func appendInterpolation(_ value: some PostgreSQLValue) {
            parameters.append(value)
            text += "$\(parameters.types.count)"
        }

        /// A missing value becomes NULL.
        package mutating func appendInterpolation(_ value: (some PostgreSQLValue)?) {
            parameters.append(value)
            text += "$\(parameters.types.count)"
        }

        /// Puts in a part of the text.
        package mutating func appendInterpolation(sql: String) { text += sql }
    }
}

/// The values of a statement, as they are sent.
struct StatementParameters: Hashable, Sendable {
    private(set) var bytes: [UInt8] = []
    private(set) var types: [UInt32] = []
    /// Where each value is in `bytes`; `nil` for NULL.
    private(set) var places: [Range<Int>?] = []
    /// Why the statement cannot be sent.
    private(set) var refusal: PostgreSQLError?

    mutating func append<Value: PostgreSQLValue>(_ value: Value) {
        var writer = ValueWriter()
        if !value.isNull { value.encode(into: &writer) }
        types.append(Value.type)
        places.append(value.isNull ? nil : bytes.count..<bytes.count + writer.bytes.count)
        bytes += writer.bytes
        if let reason = writer.refusal { refusal = refusal ?? .unstorable(parameter: types.count, reason) }
    }
}
