import Crypto

/// How many rows a table has, and a sum over all of them that does not depend on their order.
///
/// The sum adds up the SHA-256 of each row, as four numbers. It finds whatever was lost or changed by accident.
package struct TableDigest: Hashable, Sendable {
    package private(set) var rows = 0
    private var sum = SIMD4<UInt64>()

    /// The sum as 64 hexadecimal digits.
    package var checksum: String {
        (0..<4).map { lane in
            let digits = String(sum[lane], radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    /// Adds a row.
    ///
    /// - Parameter values: Those of its columns, always in the same order.
    mutating func add(_ values: [StoredValue]) {
        var bytes: [UInt8] = []
        for value in values { value.write(to: &bytes) }
        var lanes = SIMD4<UInt64>()
        for (place, byte) in SHA256.hash(data: bytes).enumerated() {
            lanes[place / 8] = lanes[place / 8] << 8 | UInt64(byte)
        }
        sum &+= lanes
        rows += 1
    }
}

extension StoredValue {
    /// Appends what tells the value from every other one, whatever follows it.
    fileprivate func write(to bytes: inout [UInt8]) {
        func append(_ kind: UInt8, _ number: UInt64) {
            bytes.append(kind)
            for shift in stride(from: 56, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
            }
        }
        switch self {
        case .null: bytes.append(0)
        case .integer(let number): append(1, UInt64(bitPattern: number))
        case .real(let number): append(2, number.bitPattern)
        case .text(let text):
            append(3, UInt64(text.utf8.count))
            bytes += text.utf8
        case .blob(let content):
            append(4, UInt64(content.count))
            bytes += content
        }
    }
}
