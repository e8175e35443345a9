package import Foundation
package import HTTPTypes
package import Hummingbird
package import NIOCore

/// The JSON format: RFC 3339 times in UTC, and keys in a fixed order so that equal answers are equal bytes.
package enum JSON {
    package static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }

    package static func response(
        _ value: some Encodable, status: HTTPResponse.Status = .ok, type: String = "application/json",
        headers: HTTPFields = [:]
    ) throws -> Response {
        var headers = headers
        headers[.contentType] = type
        return Response(
            status: status, headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: try encoder.encode(value))))
    }
}

/// How long clients may reuse an answer without asking again.
package enum Freshness {
    /// Public answers change with the next upload: reuse for a minute, then revalidate with the ETag.
    package static let shared = "public, max-age=60"
    /// An answer that names the host of its request: as ``shared``, but only for the client that asked.
    package static let linked = "private, max-age=60"
    /// The basemap changes with its data or the program: reuse for a day, then revalidate with the ETag.
    package static let basemap = "public, max-age=86400"
    /// Only its owner may keep a personal answer, and no cache stores it.
    package static let personal = "private, no-store"
    /// Site files change with the program and only fit files of the same version: always revalidate with the
    /// ETag.
    package static let site = "public, no-cache"
}

extension HTTPRequest {
    /// Whether the client already holds this entity (RFC 9110, 13.1.2; weak comparison).
    package func holds(etag: String) -> Bool {
        guard let header = headerFields[.ifNoneMatch] else { return false }
        // Nearly every client sends back the exact tag that it received.
        guard header != etag else { return true }
        return header.split(separator: ",").contains { candidate in
            let candidate = candidate.trimmingCharacters(in: .whitespaces)
            return candidate == "*" || candidate == etag || candidate == "W/\(etag)"
        }
    }
}

extension Request {
    /// Whether the client already holds this entity.
    package func holds(etag: String) -> Bool { head.holds(etag: etag) }

    /// Answers a GET with public bytes, or with 304 if the client holds them.
    ///
    /// The answer is compressed if the client takes gzip and compression saves bytes.
    package func answer(_ bytes: ByteBuffer, type: String, etag: String, freshness: String = Freshness.shared)
        -> Response
    {
        guard bytes.readableBytes >= Compression.smallest, Compression.suits(type) else {
            return answer(.whole(bytes), type: type, etag: etag, freshness: freshness)
        }
        return answer(
            takesGzip ? .shrinking(bytes) : .plain(bytes), type: type, etag: etag, freshness: freshness)
    }

    /// Answers a GET with public bytes, or with 304 if the client holds them.
    package func answer(_ entity: Entity, type: String, etag: String, freshness: String) -> Response {
        let etag = entity.isCompressed ? Compression.etag(of: etag) : etag
        var headers: HTTPFields = [.eTag: etag, .cacheControl: freshness]
        if case .whole = entity {} else { headers[.vary] = HTTPField.Name.acceptEncoding.canonicalName }
        guard !holds(etag: etag) else { return Response(status: .notModified, headers: headers) }
        headers[.contentType] = type
        if entity.isCompressed { headers[.contentEncoding] = "gzip" }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: entity.bytes))
    }

    /// Answers a GET with public JSON whose ETag is a hash of its bytes.
    package func answer(_ value: some Encodable, type: String = "application/json") throws -> Response {
        let bytes = try JSON.encoder.encode(value)
        return answer(ByteBuffer(bytes: bytes), type: type, etag: ContentHash.etag(of: bytes))
    }
}

extension Response {
    /// The answer, marked as containing links that start with ``APIEnvironment/base(of:)``.
    ///
    /// Without a public address they name the host that the client named. A client can name any, so no shared
    /// cache may give its answer to others, and every cache keeps http and https apart.
    package func linking(in environment: APIEnvironment) -> Response {
        guard environment.publisher.address == nil else { return self }
        var response = self
        if response.headers[.cacheControl] == Freshness.shared {
            response.headers[.cacheControl] = Freshness.linked
        }
        response.headers.append(HTTPField(name: .vary, value: HTTPField.Name.xForwardedProto.canonicalName))
        return response
    }
}

/// A fast hash of an answer's bytes for its ETag: FNV-1a with 64 bits (draft-eastlake-fnv).
package enum ContentHash {
    package static func etag(of bytes: some Sequence<UInt8>) -> String {
        let hash =
            bytes.withContiguousStorageIfAvailable(hash(of:))
            ?? Array(bytes).withUnsafeBufferPointer(hash(of:))
        return "\"\(String(hash, radix: 16))\""
    }

    /// Of bytes side by side: out of any other sequence, each would take a call.
    private static func hash(of bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in bytes {
            hash ^= UInt64(byte)
            hash &*= 0x100_0000_01b3
        }
        return hash
    }
}
