import Foundation
import SampleTesting

/// A connection on which a test writes its own bytes, which a client library would correct or refuse to send.
///
/// It waits on its own thread, because the tests have few.
final class RawConnection: Sendable {
    /// The number of seconds after which an operation counts as hanging.
    private static let limit = 300

    private let descriptor: Int32
    private let queue = DispatchQueue(label: "connection")

    /// Connects to a service.
    ///
    /// - Parameters:
    ///   - service: The service.
    ///   - receiveBuffer: The size of the receive buffer in bytes; the system decides when it is `nil`.
    ///   - sendBuffer: The size of the send buffer in bytes; the system decides when it is `nil`.
    /// - Throws: `POSIXError` when nobody listens.
    init(_ service: RunningService, receiveBuffer: Int32? = nil, sendBuffer: Int32? = nil) throws {
        guard let port = URLComponents(string: service.address)?.port.flatMap(UInt16.init(exactly:))
        else { throw POSIXError(.EINVAL) }
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var limit = timeval(tv_sec: Self.limit, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        for (option, size) in [(SO_RCVBUF, receiveBuffer), (SO_SNDBUF, sendBuffer)] {
            guard var size else { continue }
            setsockopt(descriptor, SOL_SOCKET, option, &size, socklen_t(MemoryLayout<Int32>.size))
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else { throw POSIXError(.ECONNREFUSED) }
    }

    deinit { close(descriptor) }

    /// Writes everything, or returns `false` when the other side has closed the connection.
    ///
    /// - Throws: `Late` when the other side no longer reads, and yet does not close the connection.
    @discardableResult
    func write(_ text: String) async throws -> Bool {
        try await onItsThread { descriptor in
            var rest = Array(text.utf8)[...]
            while !rest.isEmpty {
                let written = rest.withUnsafeBytes {
                    send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard written > 0 else {
                    if written < 0, errno == EAGAIN { throw Late("nothing was taken for \(Self.limit) s") }
                    return false
                }
                rest = rest.dropFirst(written)
            }
            return true
        }
    }

    /// Reads until the text contains `end`, or the other side closes the connection.
    func read(until end: String) async throws -> String {
        let end = Array(end.utf8)
        var bytes: [UInt8] = []
        var searched = 0
        while bytes[searched...].firstRange(of: end) == nil {
            searched = max(0, bytes.count - end.count)
            let chunk = try await readChunk()
            guard !chunk.isEmpty else { break }
            bytes += chunk
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Waits for bytes, and returns none when the other side closes the connection.
    ///
    /// - Throws: `Late` when nothing comes, and the connection stays open.
    func readChunk() async throws -> [UInt8] {
        try await onItsThread { descriptor in
            try [UInt8](unsafeUninitializedCapacity: 65_536) { chunk, count in
                let received = recv(descriptor, chunk.baseAddress, chunk.count, 0)
                if received < 0, errno == EAGAIN { throw Late("nothing came for \(Self.limit) s") }
                count = max(0, received)
            }
        }
    }

    private func onItsThread<Value: Sendable>(
        _ act: @escaping @Sendable (Int32) throws -> Value
    ) async throws -> Value {
        let descriptor = descriptor
        return try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try act(descriptor) }) }
        }
    }
}
