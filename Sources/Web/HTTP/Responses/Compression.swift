import Deflation
import HTTPTypes
import Hummingbird
package import NIOCore

/// Answers as gzip, to those who take it.
package enum Compression {
    /// What is smaller gains nothing: it fits into one packet.
    package static let smallest = 1_024
    /// libdeflate's level for what is compressed while somebody waits: 60 to 100 MB/s.
    private static let level = 4

    /// Whether a media type is text, which shrinks.
    package static func suits(_ type: String) -> Bool {
        type.hasPrefix("text/") || type.hasPrefix("image/svg") || type.contains("json")
            || type.contains("xml")
    }

    package static func gzip(_ bytes: ByteBuffer) -> ByteBuffer {
        ByteBuffer(bytes: Deflater(level: level).gzip(Array(bytes.readableBytesView)))
    }

    /// The entity tag of the same answer as gzip: other bytes, another tag (RFC 9110, 8.8.3.3).
    package static func etag(of etag: String) -> String { "\(etag.dropLast())-gzip\"" }
}

/// The bytes of an answer, and how they go over the wire.
package enum Entity {
    /// There is no other form of them.
    case whole(ByteBuffer)
    /// As they are, for a client that takes nothing else.
    case plain(ByteBuffer)
    /// As gzip, which they are already.
    case gzip(ByteBuffer)
    /// As gzip, which is made when they are sent.
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
