package import Addressing
import Foundation
package import HTTPTypes
package import Hummingbird
import NIOCore

/// Finds the address that a request comes from, through proxies that are trusted.
package struct ClientAddress: Sendable {
    private let proxies: NetworkList

    /// Believes what these proxies say of whom they were called by, and nobody else.
    ///
    /// `X-Forwarded-For` and `X-Forwarded-Proto` go before `Forwarded` (RFC 7239): a proxy that writes one of them has to
    /// strike out the other.
    package init(trusting proxies: NetworkList = NetworkList()) { self.proxies = proxies }

    /// The address; `nil` when the connection has none, as one over a socket of the machine.
    package func address(of request: Request, over channel: any Channel) -> NetworkAddress? {
        let peer = channel.remoteAddress?.ipAddress.flatMap { NetworkAddress($0) }
        return peer.map { address(behind: $0, forwarded: Self.chain(of: request)) }
    }

    /// Whether the client speaks TLS with a trusted proxy.
    package func isSecure(_ request: Request, over channel: any Channel) -> Bool {
        guard request.headers[.xForwardedProto] != nil || request.headers[.forwarded] != nil else {
            return false
        }
        // Who has no address is on this machine.
        if let peer = channel.remoteAddress?.ipAddress.flatMap({ NetworkAddress($0) }),
            !proxies.contains(peer.mapped ?? peer)
        {
            return false
        }
        if let scheme = request.headers[.xForwardedProto] { return scheme.lowercased() == "https" }
        return Forwarded(request.headers[values: .forwarded]).hops.last?.scheme == "https"
    }

    /// Whom each proxy was called by, the nearest last.
    private static func chain(of request: Request) -> [String] {
        let fields = request.headers[values: .xForwardedFor]
        guard fields.isEmpty, request.headers[.forwarded] != nil else { return fields }
        // A hop that says nothing ends the chain: what stands before it may be made up.
        return Forwarded(request.headers[values: .forwarded]).hops.map { $0.client ?? "unknown" }
    }

    /// The nearest address that is no trusted proxy's: each proxy adds at the end whom it was called by, and what stands
    /// before the first stranger may be made up.
    package func address(behind peer: NetworkAddress, forwarded fields: [String]) -> NetworkAddress {
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

extension HTTPField.Name {
    package static let forwarded = named("Forwarded")
}
