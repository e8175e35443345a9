/// Writes values as PostgreSQL sends them in binary: big-endian, each field after its length.
///
/// Parameters, elements of arrays and columns of `COPY` have this form in common.
package struct ValueWriter: Sendable {
    private(set) var bytes: [UInt8] = []
    /// Why the first value that cannot be stored cannot.
    private(set) var refusal: ValueRefusal?

    /// The most bytes of a value; the server refuses messages of a gigabyte.
    private static let limit = 1 << 30

    init() {}

    /// Appends a value after its length, which is −1 for NULL.
    mutating func field<Value: PostgreSQLValue>(_ value: Value) {
        guard !value.isNull else { return put(Int32(-1)) }
        let start = bytes.count
        put(Int32(0))
        value.encode(into: &self)
        let length = bytes.count - start - 4
        guard length < Self.limit else { return refuse(.size) }
        var count = UInt32(length)
        for place in stride(from: start + 3, through: start, by: -1) {
            bytes[place] = UInt8(truncatingIfNeeded: count)
            count >>= 8
        }
    }

    /// Appends a `bigint` after its length.
    package mutating func number(_ number: Int64) { field(number) }

    /// Appends a `bigint` after its length, or NULL.
    package mutating func number(ifAny number: Int64?) { field(number) }

    /// Appends a text after its length, or NULL.
    package mutating func text(ifAny text: String?) { field(text) }

    /// Appends a `bytea` after its length, or NULL.
    package mutating func bytes(ifAny bytes: [UInt8]?) { field(bytes) }

    mutating func put<Number: FixedWidthInteger>(_ number: Number) {
        unsafe withUnsafeBytes(of: number.bigEndian) { unsafe bytes.append(contentsOf: $0) }
    }

    mutating func put(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

    mutating func refuse(_ reason: ValueRefusal) { refusal = refusal ?? reason }

    /// Forgets what was written, and keeps the room for more.
    mutating func clear() { bytes.removeAll(keepingCapacity: true) }
}
