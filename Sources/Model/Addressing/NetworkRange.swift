import Foundation

/// Addresses that begin with the same bits.
package struct NetworkRange: Hashable, Sendable {
    private let base: NetworkAddress
    private let bits: Int

    /// Reads `10.0.0.0/8`, `fd00::/8`, or a single address.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let base = NetworkAddress(parts[0]) else { return nil }
        let all = base.bytes.count * 8
        guard let bits = parts.count == 1 ? all : Int(parts[1]), (0...all).contains(bits) else { return nil }
        self.base = base
        self.bits = bits
    }

    package func contains(_ address: NetworkAddress) -> Bool {
        guard address.bytes.count == base.bytes.count else { return false }
        let whole = bits / 8
        guard address.bytes[..<whole] == base.bytes[..<whole] else { return false }
        guard bits % 8 > 0 else { return true }
        let mask = ~(UInt8.max >> (bits % 8))
        return address.bytes[whole] & mask == base.bytes[whole] & mask
    }
}

/// A list of networks.
package struct NetworkList: Hashable, Sendable {
    private let ranges: [NetworkRange]

    /// An empty list.
    package init() { ranges = [] }

    private init(_ texts: [String]) { ranges = texts.compactMap { NetworkRange($0) } }

    /// The addresses by which programs of one machine reach each other (RFC 1122, 3.2.1.3; RFC 4291, 2.5.3).
    package static let machine = NetworkList(["127.0.0.0/8", "::1"])

    /// Reads addresses and networks such as `10.1.0.0/16`, separated by commas; `nil` when a part is neither.
    package init?(_ text: String) {
        var ranges: [NetworkRange] = []
        for part in text.split(separator: ",") {
            guard let range = NetworkRange(part.trimmingCharacters(in: .whitespaces)) else { return nil }
            ranges.append(range)
        }
        self.ranges = ranges
    }

    package func contains(_ address: NetworkAddress) -> Bool {
        ranges.contains { $0.contains(address) }
    }
}
