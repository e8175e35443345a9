/// Wraps bytes as a gzip file (RFC 1952) without compressing them.
///
/// Some readers of PMTiles take gzip for granted. Directories are small compared to their tiles, so
/// compression would save little.
enum Gzip {
    /// "LEN is the number of data bytes in the block", in 16 bits (RFC 1951, 3.2.4).
    private static let block = 65_535

    static func stored(_ bytes: [UInt8]) -> [UInt8] {
        // Deflate, no name, no time, no extra flags, unknown system.
        var file: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
        var start = 0
        repeat {
            let end = min(start + block, bytes.count)
            let length = UInt16(end - start)
            file.append(end == bytes.count ? 1 : 0)
            append(length, to: &file)
            append(~length, to: &file)
            file += bytes[start..<end]
            start = end
        } while start < bytes.count
        append(checksum(of: bytes), to: &file)
        append(UInt32(truncatingIfNeeded: bytes.count), to: &file)
        return file
    }

    private static func append(_ number: some FixedWidthInteger, to file: inout [UInt8]) {
        withUnsafeBytes(of: number.littleEndian) { file += $0 }
    }

    /// The CRC-32 of RFC 1952, 8.
    private static func checksum(of bytes: [UInt8]) -> UInt32 {
        var sum = ~UInt32(0)
        for byte in bytes {
            sum = table[Int((sum ^ UInt32(byte)) & 0xFF)] ^ (sum >> 8)
        }
        return ~sum
    }

    /// What each byte contributes to the checksum.
    private static let table: [UInt32] = (0..<256).map { byte in
        var rest = UInt32(byte)
        for _ in 0..<8 {
            let isOdd = rest & 1 == 1
            rest >>= 1
            if isOdd { rest ^= 0xEDB8_8320 }
        }
        return rest
    }
}
