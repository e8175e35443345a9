import Crypto
package import Foundation
import HTTP
import HTTPTypes
import Hummingbird
import Inflation
import NIOCore
import Synchronization

/// The body of an upload, piece by piece, inflated where it was sent as gzip.
///
/// The next piece is asked of the connection only when the one before has been dealt with, so that a sender waits for the
/// disk and no memory fills up. A body is read once.
package final class UploadBody: Sendable {
    private let chunks: RequestBody
    private let isCompressed: Bool
    private let limit: Int
    private let state: Mutex<State>

    private struct State {
        var hash = SHA256()
        var bytes = 0
        var isWhole = false
    }

    /// Takes the body of a request.
    ///
    /// - Parameters:
    ///   - request: The request; `Content-Encoding` says whether it is gzip (RFC 9110, section 8.4).
    ///   - limit: The bytes that it may have, inflated.
    /// - Throws: A problem when the body announces more, or is encoded in another way.
    init(of request: Request, upTo limit: Int) throws {
        switch request.headers[.contentEncoding]?.lowercased() {
        case nil, "", "identity": isCompressed = false
        // "A recipient SHOULD consider "x-gzip" to be equivalent to "gzip"" (RFC 9110, 8.4.1.3).
        case "gzip", "x-gzip": isCompressed = true
        default: throw Problem(.unsupportedMediaType, "Send the body as it is, or as gzip.")
        }
        if let announced = request.headers[.contentLength].flatMap(Int.init), announced > limit {
            throw Self.tooLarge(limit)
        }
        chunks = request.body
        self.limit = limit
        // The same bytes with other wishes are another request.
        var state = State()
        state.hash.update(data: Data(request.uri.description.utf8))
        self.state = Mutex(state)
    }

    /// A body that is there already, for tests of what takes one.
    package init(bytes: [UInt8], isCompressed: Bool = false, limit: Int = .max) {
        chunks = RequestBody(buffer: ByteBuffer(bytes: bytes))
        self.isCompressed = isCompressed
        self.limit = limit
        state = Mutex(State())
    }

    private static func tooLarge(_ limit: Int) -> Problem {
        Problem(.contentTooLarge, "The limit here is \(limit >> 20) MiB.")
    }

    /// The bytes that have come, as they were sent.
    package var bytes: Int { state.withLock(\.bytes) }

    /// Whether all of it has been read.
    var isWhole: Bool { state.withLock(\.isWhole) }

    /// The SHA-256 hash of the address and the bytes, once all of it has been read.
    package var fingerprint: Data { state.withLock { Data($0.hash.finalize()) } }

    /// Hands over piece after piece.
    ///
    /// - Throws: A problem when the body is too long or not what it says, and what `act` throws.
    package func forEachChunk(_ act: ([UInt8]) async throws -> Void) async throws {
        do {
            if isCompressed { try await inflate(act) } else { try await pass(act) }
        } catch let error as InflationError {
            throw Problem(.unreadableFile, error.sentence)
        }
        state.withLock { $0.isWhole = true }
    }

    private func pass(_ act: ([UInt8]) async throws -> Void) async throws {
        for try await chunk in chunks {
            try await act(try note(chunk))
        }
    }

    private func inflate(_ act: ([UInt8]) async throws -> Void) async throws {
        var inflater = try GzipInflater()
        var length = 0
        for try await chunk in chunks {
            inflater.feed(try note(chunk))
            while let piece = try inflater.next() {
                length += piece.count
                guard length <= limit else { throw Self.tooLarge(limit) }
                try await act(piece)
            }
        }
        try inflater.finish()
    }

    /// Counts what has come, which has a limit as it was sent, too: a compressed body may swell to nothing.
    private func note(_ chunk: ByteBuffer) throws -> [UInt8] {
        let bytes = Array(chunk.readableBytesView)
        let count = state.withLock { state in
            state.hash.update(data: bytes)
            state.bytes += bytes.count
            return state.bytes
        }
        guard count <= limit else { throw Self.tooLarge(limit) }
        return bytes
    }

    /// Reads what is left and keeps nothing of it but its hash.
    func drain() async throws {
        for try await chunk in chunks { _ = try note(chunk) }
        state.withLock { $0.isWhole = true }
    }
}

extension InflationError {
    fileprivate var sentence: String {
        switch self {
        case .damaged: "The body is not gzip, or was damaged on the way."
        case .cutShort: "The gzip body ends too early."
        case .swollen: "The gzip body swells to more than \(GzipInflater.ratio) times its size."
        case .exhausted: "The gzip body needs more memory than there is."
        }
    }
}
