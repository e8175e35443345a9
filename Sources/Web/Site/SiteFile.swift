import Deflation
import HTTP
import Hummingbird
import NIOCore

/// A page or file of the site, ready to send.
struct SiteFile: Sendable {
    let bytes: ByteBuffer
    /// The same bytes compressed with gzip; `nil` if that saves nothing.
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
