package import Foundation

/// What arrays of PostgreSQL can be made of, and the bytes of `bytea`.
package protocol PostgreSQLElement: Sendable {
    /// The number of the type of a list of them.
    static var listType: UInt32 { get }
    static func encode(_ list: [Self], into writer: inout ValueWriter)
    /// Reads a list.
    ///
    /// - Throws: An error when the column has another type.
    static func list(from reader: inout ValueReader) throws -> [Self]
}

extension Array: PostgreSQLValue where Element: PostgreSQLElement {
    package static var type: UInt32 { Element.listType }
    package func encode(into writer: inout ValueWriter) { Element.encode(self, into: &writer) }
}

extension Array: PostgreSQLReadable where Element: PostgreSQLElement {
    package init(from reader: inout ValueReader) throws {
        guard reader.type == Element.listType else { throw ValueMismatch() }
        self = try Element.list(from: &reader)
    }
}

/// Arrays are sent as: dimensions, whether NULLs occur, type of the elements, length and first index, and the
/// elements.
extension PostgreSQLElement where Self: PostgreSQLValue {
    package static func encode(_ list: [Self], into writer: inout ValueWriter) {
        writer.put(Int32(list.isEmpty ? 0 : 1))
        writer.put(Int32(list.contains(where: \.isNull) ? 1 : 0))
        writer.put(type)
        guard !list.isEmpty else { return }
        writer.put(Int32(list.count))
        writer.put(Int32(1))
        for element in list { writer.field(element) }
    }

    package static func list(from reader: inout ValueReader) throws -> [Self] {
        let dimensions: Int32 = try reader.number()
        _ = try reader.number(Int32.self)
        let type: UInt32 = try reader.number()
        guard dimensions != 0 else { return [] }
        guard dimensions == 1 else { throw ValueMismatch() }
        let count: Int32 = try reader.number()
        _ = try reader.number(Int32.self)
        return try (0..<max(count, 0)).map { _ in
            if var part = try reader.part(type: type) { return try Self(from: &part) }
            guard let null else { throw ValueMismatch() }
            return null
        }
    }
}

extension Bool: PostgreSQLElement { package static var listType: UInt32 { 1000 } }
extension Int16: PostgreSQLElement { package static var listType: UInt32 { 1005 } }
extension Int32: PostgreSQLElement { package static var listType: UInt32 { 1007 } }
extension Int64: PostgreSQLElement { package static var listType: UInt32 { 1016 } }
extension Int: PostgreSQLElement { package static var listType: UInt32 { 1016 } }
extension Float: PostgreSQLElement { package static var listType: UInt32 { 1021 } }
extension Double: PostgreSQLElement { package static var listType: UInt32 { 1022 } }
extension String: PostgreSQLElement { package static var listType: UInt32 { 1009 } }
extension Date: PostgreSQLElement { package static var listType: UInt32 { 1185 } }
extension Array: PostgreSQLElement where Element == UInt8 { package static var listType: UInt32 { 1001 } }

extension Optional: PostgreSQLElement where Wrapped: PostgreSQLElement & PostgreSQLValue {
    package static var listType: UInt32 { Wrapped.listType }
}

/// A list of bytes is a `bytea`, which is sent as it is.
extension UInt8: PostgreSQLElement {
    package static var listType: UInt32 { 17 }
    package static func encode(_ list: [UInt8], into writer: inout ValueWriter) { writer.put(list) }
    package static func list(from reader: inout ValueReader) throws -> [UInt8] { reader.bytes() }
}
