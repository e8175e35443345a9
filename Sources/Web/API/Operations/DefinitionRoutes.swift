import Foundation
import HTTP
import Hummingbird
import NIOCore
import Synchronization

/// The definition of the whole API, for programs and their developers.
final class DefinitionRoutes: Sendable {
    private let environment: APIEnvironment
    private let others: [Endpoint]
    private let chapters: [APIChapter]
    /// The two parts of the document, before and after the server's address.
    private struct Parts {
        let before: ByteBuffer
        let behind: ByteBuffer
        /// A hash of both parts, stored because hashing a megabyte per request would cost more than sending it.
        let hash: String

        func etag(with address: Data) -> String { ContentHash.etag(of: Array(hash.utf8) + address) }
    }

    /// Created on first use.
    private let joined = Mutex<Parts?>(nil)

    static let mediaType = "application/vnd.oai.openapi+json;version=3.1"

    /// Describes `others`, and itself.
    init(environment: APIEnvironment, describing others: [Endpoint], in chapters: [APIChapter]) {
        self.chapters = chapters
        self.environment = environment
        self.others = others
    }

    var endpoints: [Endpoint] {
        [Endpoint(.get, "/openapi.json", .everyone) { request, _ in try self.definition(request) }]
    }

    private func definition(_ request: Request) throws -> Response {
        let parts = try document()
        let address = try JSON.encoder.encode(environment.base(of: request))
        var bytes = parts.before
        bytes.writeBytes(address)
        bytes.writeImmutableBuffer(parts.behind)
        return request.answer(
            bytes, type: Self.mediaType, etag: parts.etag(with: address)
        ).linking(in: environment)
    }

    private func document() throws -> Parts {
        try joined.withLock { joined in
            if let joined { return joined }
            let document = APIDocument(
                of: others + endpoints, in: chapters, taxonomy: environment.taxonomy,
                publisher: environment.publisher)
            let text = String(decoding: try JSON.encoder.encode(document.tree), as: UTF8.self)
            guard let place = text.firstRange(of: "\"\(APIDocument.anyAddress)\"")
            else { preconditionFailure("the definition names its server") }
            let parts = Parts(
                before: ByteBuffer(substring: text[..<place.lowerBound]),
                behind: ByteBuffer(substring: text[place.upperBound...]),
                hash: ContentHash.etag(of: text.utf8))
            joined = parts
            return parts
        }
    }
}
