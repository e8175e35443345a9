/// A value does not have the form that was asked for.
struct ValueMismatch: Error {}

/// Reads one value, as PostgreSQL sends it in binary.
///
/// It borrows the memory of a result and does not outlive the call that it is handed to.
@safe package struct ValueReader {
    private let memory: UnsafeRawBufferPointer
    private var offset = 0
    /// The number of the value's type, as in the table `pg_type`.
    package let type: UInt32

    @unsafe init(_ memory: UnsafeRawBufferPointer, type: UInt32) {
        unsafe self.memory = unsafe memory
        self.type = type
    }

    /// How many bytes were not read yet.
    var remaining: Int { unsafe memory.count - offset }

    mutating func number<Number: FixedWidthInteger>(_: Number.Type = Number.self) throws(ValueMismatch)
        -> Number
    {
        guard remaining >= MemoryLayout<Number>.size else { throw ValueMismatch() }
        defer { offset += MemoryLayout<Number>.size }
        return unsafe Number(bigEndian: memory.loadUnaligned(fromByteOffset: offset, as: Number.self))
    }

    /// Reads what is left.
    mutating func bytes() -> [UInt8] {
        defer { unsafe offset = memory.count }
        return unsafe Array(memory[offset...])
    }

    /// Reads what is left as text.
    mutating func text() -> String {
        defer { unsafe offset = memory.count }
        return unsafe String(decoding: memory[offset...], as: UTF8.self)
    }

    /// The next part of a value whose parts each have their length before them; `nil` for NULL.
    mutating func part(type: UInt32) throws(ValueMismatch) -> ValueReader? {
        let count = Int(try number(Int32.self))
        guard count >= 0 else { return nil }
        guard count <= remaining else { throw ValueMismatch() }
        defer { offset += count }
        return unsafe ValueReader(
            UnsafeRawBufferPointer(rebasing: memory[offset..<offset + count]), type: type)
    }
}
