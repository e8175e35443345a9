import Deflation
import HTTP
import Hummingbird
import NIOCore

/// A page or file of the site as it is sent.
struct SiteFile: Sendable {
    let bytes: ByteBuffer
    /// The same as gzip; `nil` where that is not smaller.
    let compressed: ByteBuffer?
    let type: String
    let etag: String

    init(_ bytes: [UInt8], type: String) {
        self.bytes = ByteBuffer(bytes: bytes)
        self.type = type
        etag = ContentHash.etag(of: bytes)
        let compressed = Compression.suits(type) ? Deflater(level: 12).gzip(bytes) : bytes
        self.compressed = compressed.count < bytes.count ? ByteBuffer(bytes: compressed) : nil
    }

    /// The media type of a file with a name; `nil` for what is no file of the site.
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
