import Foundation

/// An Internet Protocol address, version 4 or 6.
package struct NetworkAddress: Hashable, Sendable, CustomStringConvertible {
    /// 4 or 16 bytes, the most significant first.
    package let bytes: [UInt8]

    /// Reads the usual forms: four decimal numbers, or RFC 4291 section 2.2 without a zone.
    package init?(_ text: some StringProtocol) {
        // C strings end at a NUL, so any text after one would go unread.
        guard !text.utf8.contains(0) else { return nil }
        var four = in_addr()
        var sixteen = in6_addr()
        if inet_pton(AF_INET, String(text), &four) == 1 {
            bytes = withUnsafeBytes(of: four) { Array($0) }
        } else if inet_pton(AF_INET6, String(text), &sixteen) == 1 {
            bytes = withUnsafeBytes(of: sixteen) { Array($0) }
        } else {
            return nil
        }
    }

    /// Creates an address from 4 or 16 bytes, the most significant first.
    package init(bytes: [UInt8]) {
        precondition(bytes.count == 4 || bytes.count == 16, "an address has 4 or 16 bytes")
        self.bytes = bytes
    }

    package var description: String {
        let family = bytes.count == 4 ? AF_INET : AF_INET6
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        inet_ntop(family, bytes, &text, socklen_t(text.count))
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// The version 4 address that a version 6 socket shows as ::ffff:a.b.c.d (RFC 4291, 2.5.5.2).
    package var mapped: NetworkAddress? {
        let prefix = [UInt8](repeating: 0, count: 10) + [255, 255]
        guard bytes.count == 16, bytes[0..<12] == prefix[...] else { return nil }
        return NetworkAddress(bytes: Array(bytes[12...]))
    }

    /// The version 4 address to which a translator or tunnel would send, for version 6 addresses that contain
    /// one.
    package var embedded: NetworkAddress? {
        guard bytes.count == 16 else { return nil }
        func four(at place: Int) -> NetworkAddress { NetworkAddress(bytes: Array(bytes[place..<place + 4])) }
        let nothing = [UInt8](repeating: 0, count: 10)
        // ::ffff:a.b.c.d and the old ::a.b.c.d (RFC 4291, 2.5.5).
        if bytes[0..<10] == nothing[...], bytes[10..<12] == [255, 255] || bytes[10..<12] == [0, 0] {
            return four(at: 12)
        }
        // ::ffff:0:a.b.c.d, translated by SIIT (RFC 2765, 2.1).
        if bytes[0..<8] == nothing[..<8], bytes[8..<12] == [255, 255, 0, 0] { return four(at: 12) }
        // 64:ff9b::/96, NAT64 (RFC 6052, 2.1).
        if bytes[0..<4] == [0, 0x64, 0xFF, 0x9B], bytes[4..<12] == nothing[..<8] { return four(at: 12) }
        // 2002:a.b.c.d::/48, 6to4 (RFC 3056, 2).
        if bytes[0..<2] == [0x20, 0x02] { return four(at: 2) }
        return nil
    }
}
