import Foundation
import HTTPTypes
package import Hummingbird

/// The outermost responder: it trusts or strips proxy headers, and adds the security headers to every answer.
package struct ProtectedResponder<Inner: HTTPResponder<BreatheContext>>: HTTPResponder {
    package let clients: ClientAddress
    package let headers: SecurityHeaders
    /// Whether connections are TLS.
    package let isSecure: Bool
    package let inner: Inner

    package init(clients: ClientAddress, headers: SecurityHeaders, isSecure: Bool, inner: Inner) {
        (self.clients, self.headers, self.isSecure, self.inner) = (clients, headers, isSecure, inner)
    }

    package func respond(to request: Request, context: BreatheContext) async throws -> Response {
        let isSecure = isSecure || clients.isSecure(request.head, from: context.channel.peer)
        var response = try await answer(to: request, context, isSecure: isSecure)
        headers.protect(&response, isSecure: isSecure)
        return response
    }

    private func answer(
        to request: Request, _ context: BreatheContext, isSecure: Bool
    ) async throws -> Response {
        guard request.head.hasSoundHost else {
            if request.hasBody { context.hangUp() }
            return try Problem(.malformedRequest, "Host is one host name or address, with or without a port.")
                .response
        }
        return try await inner.respond(to: request.telling(isSecure: isSecure), context: context)
    }
}

extension HTTPRequest {
    /// Whether the request has exactly one host, and the host is safe to use in links (RFC 9112, 3.2; RFC
    /// 3986, 3.2.2).
    var hasSoundHost: Bool {
        // The first Host has already become the request's authority.
        guard headerFields[.host] == nil else { return false }
        guard let host = authority else { return true }
        return (1...261).contains(host.utf8.count) && host.utf8.allSatisfy(Self.isOfHost)
    }

    private static func isOfHost(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"), UInt8(ascii: "["), UInt8(ascii: "]"):
            true
        default: false
        }
    }
}

extension Request {
    /// The request with the actual scheme in `X-Forwarded-Proto`, whatever the client claims.
    fileprivate func telling(isSecure: Bool) -> Request {
        guard isSecure || headers[.xForwardedProto] != nil else { return self }
        var head = head
        head.headerFields[.xForwardedProto] = isSecure ? "https" : nil
        return Request(head: head, body: body)
    }
}

extension HTTPField.Name {
    fileprivate static let host = named("Host")
}
