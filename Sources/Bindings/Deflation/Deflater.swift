import CDeflate

/// Owns one libdeflate compressor.
///
/// Making and freeing one takes 2–5 µs, a thirtieth of compressing a tile, so each picture has its own: no lock, no pool,
/// and no state that threads could share.
@safe package struct Deflater: ~Copyable {
    private let compressor: OpaquePointer

    /// Creates a compressor of `level` 0…12.
    package init(level: Int) {
        precondition((0...12).contains(level), "libdeflate has no level \(level)")
        guard let compressor = unsafe libdeflate_alloc_compressor(Int32(level)) else {
            preconditionFailure("no memory for a compressor")
        }
        unsafe self.compressor = compressor
    }

    deinit { unsafe libdeflate_free_compressor(compressor) }

    /// The bytes as a zlib stream (RFC 1950).
    package func zlib(_ bytes: [UInt8]) -> [UInt8] {
        let bound = unsafe libdeflate_zlib_compress_bound(compressor, bytes.count)
        return unsafe compressed(bytes, into: bound) { compressor, input, output in
            unsafe libdeflate_zlib_compress(
                compressor, input.baseAddress, input.count, output.baseAddress, bound)
        }
    }

    /// The bytes as a gzip file (RFC 1952).
    package func gzip(_ bytes: [UInt8]) -> [UInt8] {
        let bound = unsafe libdeflate_gzip_compress_bound(compressor, bytes.count)
        return unsafe compressed(bytes, into: bound) { compressor, input, output in
            unsafe libdeflate_gzip_compress(
                compressor, input.baseAddress, input.count, output.baseAddress, bound)
        }
    }

    private func compressed(
        _ bytes: [UInt8], into bound: Int,
        _ compress: (OpaquePointer, UnsafeRawBufferPointer, UnsafeMutableBufferPointer<UInt8>) -> Int
    ) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: bound) { output, count in
            count = unsafe bytes.withUnsafeBytes { unsafe compress(compressor, $0, output) }
            // The manual: compression into a buffer of the bound's size always succeeds.
            precondition(count > 0, "the bound of libdeflate was too small")
        }
    }
}
