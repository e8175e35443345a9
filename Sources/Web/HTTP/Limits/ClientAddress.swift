package import Addressing
import Foundation
package import HTTPTypes
package import Hummingbird
package import NIOCore

/// Finds a request's client address behind trusted proxies.
package struct ClientAddress: Sendable {
    private let proxies: NetworkList

    /// Trusts these proxies, and no others, to name the client that called them.
    ///
    /// `X-Forwarded-For` and `X-Forwarded-Proto` take precedence over `Forwarded` (RFC 7239). A proxy that
    /// writes one form must remove the other.
    package init(trusting proxies: NetworkList = NetworkList()) { self.proxies = proxies }

    /// The client's address; `nil` if the connection has none, such as a local socket.
    package func address(of request: Request, over channel: any Channel) -> NetworkAddress? {
        address(of: request.head, from: channel.peer)
    }

    /// The client's address; `nil` if the connection comes from none, such as a local socket.
    package func address(of request: HTTPRequest, from peer: NetworkAddress?) -> NetworkAddress? {
        peer.map { address(behind: $0, forwarded: Self.chain(of: request)) }
    }

    /// Whether the client speaks TLS to a trusted proxy.
    package func isSecure(_ request: HTTPRequest, from peer: NetworkAddress?) -> Bool {
        let fields = request.headerFields
        guard fields[.xForwardedProto] != nil || fields[.forwarded] != nil else { return false }
        // A connection without an address comes from this machine.
        if let peer, !proxies.contains(peer.mapped ?? peer) { return false }
        if let scheme = fields[.xForwardedProto] { return scheme.lowercased() == "https" }
        return Forwarded(fields[values: .forwarded]).hops.last?.scheme == "https"
    }

    /// The client that each proxy names, nearest proxy last.
    private static func chain(of request: HTTPRequest) -> [String] {
        let fields = request.headerFields[values: .xForwardedFor]
        guard fields.isEmpty, request.headerFields[.forwarded] != nil else { return fields }
        // A hop without an address ends the chain: anything before it may be forged.
        return Forwarded(request.headerFields[values: .forwarded]).hops.map { $0.client ?? "unknown" }
    }

    /// The nearest address that is not a trusted proxy.
    ///
    /// Each proxy appends its own client, so anything before the first untrusted address may be forged.
    package func address(behind peer: NetworkAddress, forwarded fields: [String]) -> NetworkAddress {
        var nearest = peer.mapped ?? peer
        var chain = fields.flatMap { $0.split(separator: ",") }
        while proxies.contains(nearest), let last = chain.popLast() {
            guard let next = NetworkAddress(Self.plain(last)) else { return nearest }
            nearest = next.mapped ?? next
        }
        return nearest
    }

    /// Strips the brackets or port that some proxies write.
    private static func plain(_ text: Substring) -> String {
        let text = text.trimmingCharacters(in: .whitespaces)
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            return String(text[text.index(after: text.startIndex)..<end])
        }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        return parts.count == 2 ? String(parts[0]) : text
    }
}

extension Channel {
    /// The address at the other end; `nil` for a local socket.
    package var peer: NetworkAddress? { remoteAddress?.ipAddress.flatMap { NetworkAddress($0) } }
}

extension HTTPField.Name {
    package static let forwarded = named("Forwarded")
}
