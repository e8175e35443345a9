import CZlib

/// Why gzip data cannot be decompressed.
package enum InflationError: Error, Hashable, Sendable {
    /// The data are not gzip (RFC 1952), or the checksum shows damage.
    case damaged
    /// The stream ends before its last block does.
    case cutShort
    /// The data expand more than any real file; see ``GzipInflater/ratio``.
    case swollen
    /// zlib has run out of memory.
    case exhausted
}

/// Decompresses gzip (RFC 1952) piece by piece, in constant memory.
///
/// Feed bytes as they arrive, and take pieces out until none is left. Several members in sequence form one
/// stream (RFC 1952, section 2.2). An inflater belongs to one task.
@safe package struct GzipInflater: ~Copyable {
    /// The most output bytes per input byte, once the output exceeds ``grace``.
    ///
    /// Readings as CSV shrink to a tenth, at most to a fiftieth. Deflate allows 1 032 (zlib's technical
    /// details).
    package static let ratio = 200
    /// The number of output bytes that are allowed for any input.
    package static let grace = 1 << 20
    /// The size of a piece in bytes.
    private static let pieceSize = 1 << 18

    private let stream: UnsafeMutablePointer<z_stream>
    private var input: [UInt8] = []
    private var offset = 0
    private var isBetweenMembers = true
    private var fed = 0
    private var produced = 0

    /// Creates an inflater.
    ///
    /// - Throws: ``InflationError/exhausted`` if zlib has no memory.
    package init() throws(InflationError) {
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        // 15 bits of window, and 16 for gzip: "add 16 to decode only the gzip format" (zlib.h, inflateInit2).
        let status = unsafe inflateInit2_(
            stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard status == Z_OK else { throw .exhausted }
    }

    deinit {
        unsafe inflateEnd(stream)
        unsafe stream.deallocate()
    }

    /// Adds input.
    ///
    /// All output of earlier input must have been taken out.
    package mutating func feed(_ bytes: [UInt8]) {
        precondition(offset == input.count, "what was fed before is taken out first")
        input = bytes
        offset = 0
        fed += bytes.count
    }

    /// Returns the next piece, or `nil` if more input is needed.
    package mutating func next() throws(InflationError) -> [UInt8]? {
        guard offset < input.count else { return nil }
        let (piece, status) = inflatePiece()
        produced += piece.count
        guard produced <= Self.grace || produced <= Self.ratio * fed else { throw .swollen }
        switch status {
        case Z_OK, Z_BUF_ERROR: isBetweenMembers = false
        case Z_STREAM_END:
            isBetweenMembers = true
            unsafe inflateReset(stream)
        case Z_MEM_ERROR: throw .exhausted
        default: throw .damaged
        }
        return piece
    }

    /// Ends the input, after all output was taken out.
    package func finish() throws(InflationError) {
        guard isBetweenMembers, fed > 0 else { throw .cutShort }
    }

    private mutating func inflatePiece() -> ([UInt8], Int32) {
        var status = Z_OK
        var used = 0
        let stream = unsafe self.stream
        let start = offset
        let piece = unsafe input.withUnsafeMutableBufferPointer { source in
            unsafe [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { target, count in
                unsafe stream.pointee.next_in = unsafe source.baseAddress?.advanced(by: start)
                unsafe stream.pointee.avail_in = UInt32(source.count - start)
                unsafe stream.pointee.next_out = target.baseAddress
                unsafe stream.pointee.avail_out = UInt32(target.count)
                status = unsafe inflate(stream, Z_NO_FLUSH)
                count = unsafe target.count - Int(stream.pointee.avail_out)
                used = unsafe source.count - start - Int(stream.pointee.avail_in)
            }
        }
        offset += used
        return (piece, status)
    }
}
