import Foundation
import Testing

/// A loopback socket in this process: the client's or the server's end of a connection.
struct LoopbackSocket {
    let descriptor: CInt

    /// Connects to a port on this machine.
    init(connectingTo port: Int) throws {
        descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try #require(status == 0)
    }

    /// The other end of a connection, if this process holds it.
    init?(oppositeOf other: LoopbackSocket) {
        let found = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
            .compactMap(CInt.init)
            .first { candidate in
                let port = Self.port(candidate, getpeername)
                return port != nil && port == Self.port(other.descriptor, getsockname)
                    && Self.port(candidate, getsockname) == Self.port(other.descriptor, getpeername)
            }
        guard let found else { return nil }
        descriptor = found
    }

    private typealias Side = (
        CInt, UnsafeMutablePointer<sockaddr>?, UnsafeMutablePointer<socklen_t>?
    ) -> CInt

    private static func port(_ descriptor: CInt, _ side: Side) -> in_port_t? {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { side(descriptor, $0, &size) }
        }
        return status == 0 && address.sin_family == AF_INET ? address.sin_port : nil
    }

    func option(_ level: CInt, _ name: CInt) -> CInt? {
        var value: CInt = 0
        var size = socklen_t(MemoryLayout<CInt>.size)
        return getsockopt(descriptor, level, name, &value, &size) == 0 ? value : nil
    }

    func send(_ text: String) { _ = write(descriptor, text, text.utf8.count) }

    /// The text that can be read now, without waiting.
    var received: String {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = recv(descriptor, &bytes, bytes.count, CInt(MSG_DONTWAIT))
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }

    /// Reads the available bytes, and says whether the peer has closed the connection.
    func drain() -> (text: String, hasEnded: Bool) {
        var all: [UInt8] = []
        var bytes = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = recv(descriptor, &bytes, bytes.count, CInt(MSG_DONTWAIT))
            guard count > 0 else {
                let hasEnded = count == 0 || errno == ECONNRESET
                return (String(decoding: all, as: UTF8.self), hasEnded)
            }
            all += bytes[..<count]
        }
    }

    /// Reads the available bytes.
    ///
    /// - Returns: Whether the peer has closed the connection.
    var hasEnded: Bool {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = recv(descriptor, &bytes, bytes.count, CInt(MSG_DONTWAIT))
            // A reset is also an end; any other error means that nothing can be read yet.
            guard count > 0 else { return count == 0 || errno == ECONNRESET }
        }
    }
}
