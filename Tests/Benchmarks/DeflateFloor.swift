import CDeflate
import Drawing

/// Times the deflate library alone, with a compressor and a buffer at hand.
///
/// No PNG writer that calls it once for the same scanlines can be faster.
final class DeflateFloor {
    private let compressor: OpaquePointer
    private var buffer: [UInt8] = []

    /// Creates a compressor of `level` 0…12.
    init(level: Int) {
        guard let compressor = libdeflate_alloc_compressor(Int32(level)) else {
            preconditionFailure("no memory for a compressor")
        }
        self.compressor = compressor
    }

    deinit { libdeflate_free_compressor(compressor) }

    /// How long one call takes for the scanlines of an image.
    func time(_ image: IndexedImage) -> Duration {
        let lines = PNG.scanlines(of: image.pixels, rowLength: image.width)
        let bound = libdeflate_zlib_compress_bound(compressor, lines.count)
        if buffer.count < bound { buffer = Array(repeating: 0, count: bound) }
        let compressor = compressor
        var length = 0
        let duration = ContinuousClock().measure {
            length = lines.withUnsafeBytes { input in
                buffer.withUnsafeMutableBytes { output in
                    libdeflate_zlib_compress(
                        compressor, input.baseAddress, input.count, output.baseAddress, output.count)
                }
            }
        }
        precondition(length > 0, "the bound of libdeflate was too small")
        return duration
    }
}
