import Deflation
import HTTPTypes
import Hummingbird
package import NIOCore

/// Compresses answers with gzip for clients that take it.
package enum Compression {
    /// Smaller answers gain nothing: they fit into one packet.
    package static let smallest = 1_024
    /// libdeflate's level for answers compressed while a client waits: 60 to 100 MB/s.
    private static let level = 4

    /// Whether a media type is text, and so compresses well.
    package static func suits(_ type: String) -> Bool {
        type.hasPrefix("text/") || type.hasPrefix("image/svg") || type.contains("json")
            || type.contains("xml")
    }

    package static func gzip(_ bytes: ByteBuffer) -> ByteBuffer {
        ByteBuffer(bytes: Deflater(level: level).gzip(Array(bytes.readableBytesView)))
    }

    /// The entity tag of the gzip form: different bytes need a different tag (RFC 9110, 8.8.3.3).
    package static func etag(of etag: String) -> String { "\(etag.dropLast())-gzip\"" }
}

/// The bytes of an answer and their encoding on the wire.
package enum Entity: Sendable {
    /// Bytes that have no compressed form.
    case whole(ByteBuffer)
    /// Uncompressed bytes, for a client that does not take gzip.
    case plain(ByteBuffer)
    /// Bytes that are already compressed with gzip.
    case gzip(ByteBuffer)
    /// Bytes to be compressed with gzip when they are sent.
    case shrinking(ByteBuffer)

    package var isCompressed: Bool {
        switch self {
        case .whole, .plain: false
        case .gzip, .shrinking: true
        }
    }

    package var bytes: ByteBuffer {
        switch self {
        case .whole(let bytes), .plain(let bytes), .gzip(let bytes): bytes
        case .shrinking(let bytes): Compression.gzip(bytes)
        }
    }
}

extension Request {
    /// Whether the client takes gzip (RFC 9110, 12.5.3).
    package var takesGzip: Bool {
        guard let header = headers[.acceptEncoding] else { return false }
        return header.lowercased().split(separator: ",").contains { item in
            let parts = item.split(separator: ";").map { $0.filter { $0 != " " } }
            guard parts.first == "gzip" || parts.first == "*" else { return false }
            return !parts.dropFirst().contains { $0.hasPrefix("q=0") && Double($0.dropFirst(2)) == 0 }
        }
    }
}
