import Testing

@testable import Inflation

@Suite struct GzipInflaterTests {
    /// `gzip -n` of “allergen,day,value” and a newline.
    private static let header: [UInt8] = [
        0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0xFF, 0x4B, 0xCC, 0xC9, 0x49,
        0x2D, 0x4A, 0x4F, 0xCD, 0xD3, 0x49, 0x49, 0xAC, 0xD4, 0x29, 0x4B, 0xCC, 0x29, 0x4D,
        0xE5, 0x02, 0x00, 0x63, 0x44, 0xE8, 0xAB, 0x13, 0x00, 0x00, 0x00,
    ]
    private static let text = Array("allergen,day,value\n".utf8)

    private func inflated(_ chunks: [[UInt8]]) throws -> [UInt8] {
        var inflater = try GzipInflater()
        var out: [UInt8] = []
        for chunk in chunks {
            inflater.feed(chunk)
            while let piece = try inflater.next() { out += piece }
        }
        try inflater.finish()
        return out
    }

    @Test func `a file that arrives byte by byte is the same file`() throws {
        #expect(try inflated([Self.header]) == Self.text)
        #expect(try inflated(Self.header.map { [$0] }) == Self.text)
    }

    @Test func `consecutive members are one file`() throws {
        #expect(try inflated([Self.header + Self.header, Self.header]) == Self.text + Self.text + Self.text)
    }

    @Test(arguments: 1..<20)
    func `a truncated file is told from a complete one`(length: Int) {
        #expect(throws: InflationError.cutShort) { try inflated([Array(Self.header.prefix(length))]) }
    }

    @Test func `data that are not gzip, or are damaged, are refused`() {
        #expect(throws: InflationError.damaged) { try inflated([Self.text]) }
        var damaged = Self.header
        damaged[damaged.count - 6] ^= 1
        #expect(throws: InflationError.damaged) { try inflated([damaged]) }
        #expect(throws: InflationError.cutShort) { try inflated([]) }
    }

    @Test func `a file that swells beyond measure is given up early`() throws {
        var inflater = try GzipInflater()
        inflater.feed(Self.bomb)
        var out = 0
        #expect(throws: InflationError.swollen) {
            while let piece = try inflater.next() { out += piece.count }
        }
        #expect(out <= max(GzipInflater.grace, GzipInflater.ratio * Self.bomb.count) + 1 << 18)
    }

    /// `head -c 3145728 /dev/zero | gzip -9n`: a head, the same byte again and again, and an end.
    private static let bomb: [UInt8] =
        [
            0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0xFF, 0xED, 0xC1, 0x01, 0x0D,
            0x00, 0x00, 0x00, 0xC2, 0xA0, 0xF7, 0x4F, 0x6D, 0x0E, 0x37, 0xA0,
        ] + [UInt8](repeating: 0, count: 3048) + [
            0xBE, 0x0D, 0xC6, 0x4F, 0x72, 0x79, 0x00, 0x00, 0x30, 0x00,
        ]
}
