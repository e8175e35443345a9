package import Foundation

/// What can be read from a column.
package protocol PostgreSQLReadable {
    /// What a NULL is read as; `nil` when it cannot be read.
    static var null: Self? { get }
    /// Reads a value.
    ///
    /// - Throws: An error when the column has another type.
    init(from reader: inout ValueReader) throws
}

/// What can be a parameter, or be read from a column.
///
/// Parameters carry their type: an `Int` is a `bigint`, and the server converts it where a column is
/// narrower. In `COPY` nothing is converted, so there an `integer` column needs an `Int32`.
package protocol PostgreSQLValue: PostgreSQLReadable, Sendable {
    /// The number of its type in the table `pg_type`, which is the same in every database.
    static var type: UInt32 { get }
    var isNull: Bool { get }
    func encode(into writer: inout ValueWriter)
}

extension PostgreSQLReadable {
    package static var null: Self? { nil }
}

extension PostgreSQLValue {
    package var isNull: Bool { false }
}

extension Optional: PostgreSQLReadable where Wrapped: PostgreSQLReadable {
    package static var null: Self? { .some(nil) }
    package init(from reader: inout ValueReader) throws { self = try Wrapped(from: &reader) }
}

extension Optional: PostgreSQLValue where Wrapped: PostgreSQLValue {
    package static var type: UInt32 { Wrapped.type }
    package var isNull: Bool { self == nil }
    package func encode(into writer: inout ValueWriter) { self?.encode(into: &writer) }
}

extension Bool: PostgreSQLValue {
    package static var type: UInt32 { 16 }
    package func encode(into writer: inout ValueWriter) { writer.put(UInt8(self ? 1 : 0)) }

    package init(from reader: inout ValueReader) throws {
        guard reader.type == Self.type else { throw ValueMismatch() }
        self = try reader.number(UInt8.self) != 0
    }
}

extension FixedWidthInteger {
    /// Reads a `smallint`, `integer` or `bigint` that is not too large.
    fileprivate init(integer reader: inout ValueReader) throws {
        let number: Int64 =
            switch reader.type {
            case Int16.type: Int64(try reader.number(Int16.self))
            case Int32.type: Int64(try reader.number(Int32.self))
            case Int64.type: try reader.number(Int64.self)
            default: throw ValueMismatch()
            }
        guard let value = Self(exactly: number) else { throw ValueMismatch() }
        self = value
    }
}

extension Int16: PostgreSQLValue {
    package static var type: UInt32 { 21 }
    package func encode(into writer: inout ValueWriter) { writer.put(self) }
    package init(from reader: inout ValueReader) throws { try self.init(integer: &reader) }
}

extension Int32: PostgreSQLValue {
    package static var type: UInt32 { 23 }
    package func encode(into writer: inout ValueWriter) { writer.put(self) }
    package init(from reader: inout ValueReader) throws { try self.init(integer: &reader) }
}

extension Int64: PostgreSQLValue {
    package static var type: UInt32 { 20 }
    package func encode(into writer: inout ValueWriter) { writer.put(self) }
    package init(from reader: inout ValueReader) throws { try self.init(integer: &reader) }
}

extension Int: PostgreSQLValue {
    package static var type: UInt32 { Int64.type }
    package func encode(into writer: inout ValueWriter) { writer.put(Int64(self)) }
    package init(from reader: inout ValueReader) throws { try self.init(integer: &reader) }
}

extension Float: PostgreSQLValue {
    package static var type: UInt32 { 700 }
    package func encode(into writer: inout ValueWriter) { writer.put(bitPattern) }

    package init(from reader: inout ValueReader) throws {
        guard reader.type == Self.type else { throw ValueMismatch() }
        self.init(bitPattern: try reader.number())
    }
}

extension Double: PostgreSQLValue {
    package static var type: UInt32 { 701 }
    package func encode(into writer: inout ValueWriter) { writer.put(bitPattern) }

    package init(from reader: inout ValueReader) throws {
        switch reader.type {
        case Self.type: self.init(bitPattern: try reader.number())
        case Float.type: self.init(try Float(from: &reader))
        default: throw ValueMismatch()
        }
    }
}

extension String: PostgreSQLValue {
    package static var type: UInt32 { 25 }

    package func encode(into writer: inout ValueWriter) {
        if utf8.contains(0) { writer.refuse(.nulCharacter) }
        writer.put(utf8)
    }

    /// `text`, `varchar`, `char`, `name`, `json` and constants without a type, which all are sent as their
    /// characters.
    private static let kinds: Set<UInt32> = [25, 1043, 1042, 19, 114, 705]

    package init(from reader: inout ValueReader) throws {
        guard Self.kinds.contains(reader.type) else { throw ValueMismatch() }
        self = reader.text()
    }
}

/// A moment, which PostgreSQL keeps in whole microseconds as `timestamptz`.
extension Date: PostgreSQLValue {
    package static var type: UInt32 { 1184 }

    /// Seconds from the start of 1970 to that of 2000, from which PostgreSQL counts.
    private static let epoch = 946_684_800.0
    /// The bounds of `timestamptz` in seconds from 1970: 4713 BC and the year 294276.
    private static let range = -210_866_803_200.0..<9_224_318_016_000.0

    package func encode(into writer: inout ValueWriter) {
        guard Self.range.contains(timeIntervalSince1970) else {
            writer.refuse(.moment)
            return writer.put(Int64(0))
        }
        writer.put(Int64(((timeIntervalSince1970 - Self.epoch) * 1e6).rounded()))
    }

    package init(from reader: inout ValueReader) throws {
        guard reader.type == Self.type else { throw ValueMismatch() }
        let microseconds: Int64 = try reader.number()
        // The server's words for infinity, which no statement of ours writes.
        guard microseconds != .max, microseconds != .min else { throw ValueMismatch() }
        self.init(timeIntervalSince1970: Double(microseconds) / 1e6 + Self.epoch)
    }
}
