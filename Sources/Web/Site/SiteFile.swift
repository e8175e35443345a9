import Caching
import Deflation
import HTTP
import Hummingbird
import NIOCore

/// A page or file of the site, ready to send.
struct SiteFile: Sendable {
    let bytes: ByteBuffer
    let type: String
    let etag: String
    private let shrunk: Lazily<ByteBuffer?, Never>

    init(_ bytes: [UInt8], type: String) {
        self.bytes = ByteBuffer(bytes: bytes)
        self.type = type
        etag = ContentHash.etag(of: bytes)
        shrunk = Lazily {
            let compressed = Compression.suits(type) ? Deflater(level: 12).gzip(bytes) : bytes
            return compressed.count < bytes.count ? ByteBuffer(bytes: compressed) : nil
        }
    }

    /// The same bytes compressed with gzip; `nil` if that saves nothing.
    var compressed: ByteBuffer? { shrunk.value() }

    /// The media type for a file name; `nil` if the site has no such files.
    static func type(of name: String) -> String? {
        switch name.split(separator: ".").last {
        case "css": "text/css; charset=utf-8"
        case "html": "text/html; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "json": "application/json; charset=utf-8"
        case "svg": "image/svg+xml"
        case "webmanifest": "application/manifest+json; charset=utf-8"
        default: nil
        }
    }
}
