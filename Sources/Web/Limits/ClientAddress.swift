package import Addressing
import Foundation
import Hummingbird
import NIOCore

/// Finds the address that a request comes from, through proxies that are trusted.
package struct ClientAddress: Sendable {
    private let proxies: NetworkList

    /// Believes `X-Forwarded-For` of these proxies, and of nobody else.
    package init(trusting proxies: NetworkList = NetworkList()) { self.proxies = proxies }

    /// The address; `nil` when the connection has none, as one over a socket of the machine.
    func address(of request: Request, over channel: any Channel) -> NetworkAddress? {
        let peer = channel.remoteAddress?.ipAddress.flatMap { NetworkAddress($0) }
        return peer.map { address(behind: $0, forwarded: request.headers[values: .xForwardedFor]) }
    }

    /// The nearest address that is no trusted proxy's: each proxy adds at the end whom it was called by, and what stands
    /// before the first stranger may be made up.
    func address(behind peer: NetworkAddress, forwarded fields: [String]) -> NetworkAddress {
        var nearest = peer.mapped ?? peer
        var chain = fields.flatMap { $0.split(separator: ",") }
        while proxies.contains(nearest), let last = chain.popLast() {
            guard let next = NetworkAddress(Self.plain(last)) else { return nearest }
            nearest = next.mapped ?? next
        }
        return nearest
    }

    /// Some proxies write brackets, or a port.
    private static func plain(_ text: Substring) -> String {
        let text = text.trimmingCharacters(in: .whitespaces)
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            return String(text[text.index(after: text.startIndex)..<end])
        }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        return parts.count == 2 ? String(parts[0]) : text
    }
}
