import Foundation

/// A connection on which a test writes its own bytes: what a client library would tidy up or refuse to send.
final class RawConnection {
    private let descriptor: Int32

    /// Connects to a service; what takes longer than 20 s fails.
    ///
    /// - Parameters:
    ///   - service: What to connect to.
    ///   - receiveBuffer: Bytes that may arrive unread; the system decides when it is `nil`.
    /// - Throws: `POSIXError` when nobody listens.
    init(_ service: RunningService, receiveBuffer: Int32? = nil) throws {
        guard let port = URLComponents(string: service.address)?.port.flatMap(UInt16.init(exactly:))
        else { throw POSIXError(.EINVAL) }
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var limit = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        if var size = receiveBuffer {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
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

    /// Writes everything, or returns `false` when the other side has hung up.
    @discardableResult
    func write(_ text: String) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard written > 0 else { return false }
            rest = rest.dropFirst(written)
        }
        return true
    }

    /// Reads until the text holds `end`, or the other side hangs up.
    func read(until end: String) -> String {
        var bytes: [UInt8] = []
        while !String(decoding: bytes, as: UTF8.self).contains(end) {
            let chunk = readChunk()
            guard !chunk.isEmpty else { break }
            bytes += chunk
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Waits for bytes, and returns none when the other side hangs up.
    func readChunk() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 65_536) { chunk, count in
            count = max(0, recv(descriptor, chunk.baseAddress, chunk.count, 0))
        }
    }
}
