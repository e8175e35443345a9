import Addressing
import Foundation
import HTTPTypes
package import Hummingbird
package import People

/// The session cookie, and the proof that a request which carries it was intended.
///
/// Over TLS the cookie is `__Host-session` (draft-ietf-httpbis-rfc6265bis, 4.1.3.2: this host only, `Secure`,
/// for every path). Browsers reject such a cookie over plain HTTP. There it is `session`, and only if the
/// service listens on this machine alone, so that nobody on the way can read it.
package struct SessionCookies: Sendable {
    package enum Transport: Sendable {
        /// People reach the service through TLS.
        case secure
        /// The service listens on this machine alone, without TLS.
        case machine
        /// The service is reached over a network without TLS: there are no cookies.
        case open
    }

    package let transport: Transport
    /// The scheme, host and port of the public address, if one is configured.
    private let origin: String?

    /// Creates the cookies of a site.
    ///
    /// - Parameters:
    ///   - transport: How people reach it.
    ///   - address: The public address, such as `https://breathe.example`.
    package init(_ transport: Transport = .machine, address: String? = nil) {
        self.transport = transport
        origin = address.flatMap(Self.origin)
    }

    private static func origin(of address: String) -> String? {
        guard let url = URL(string: address), let scheme = url.scheme, let host = url.host() else {
            return nil
        }
        return "\(scheme)://\(host)\(url.port.map { ":\($0)" } ?? "")".lowercased()
    }

    private var name: String { transport == .secure ? "__Host-session" : "session" }

    /// The `Set-Cookie` value that stores a secret.
    package func field(holding secret: String) -> String {
        "\(name)=\(secret); Max-Age=\(Int(Session.longest)); \(attributes)"
    }

    /// Sends the browser its renewed secret, unless the answer itself begins or ends a session.
    package func renew(_ visitor: Visitor?, in response: inout Response) {
        guard let secret = visitor?.renewedSecret,
            !response.headers[values: .setCookie].contains(where: { $0.hasPrefix("\(name)=") })
        else { return }
        response.headers.append(HTTPField(name: .setCookie, value: field(holding: secret)))
    }

    /// Makes a browser delete the session and everything that pages stored about the person (W3C Clear Site
    /// Data).
    package func forget(in response: inout Response) {
        response.headers[.setCookie] = "\(name)=; Max-Age=0; \(attributes)"
        response.headers[.clearSiteData] = #""cache", "cookies", "storage""#
    }

    package var attributes: String {
        "Path=/; HttpOnly; SameSite=Lax" + (transport == .secure ? "; Secure" : "")
    }

    /// Checks that cookies can be used.
    package func check() throws {
        guard transport != .open else { throw Problem(.insecureTransport) }
    }

    /// The secret in a request's session cookie.
    package func secret(in request: Request) -> String? {
        guard transport != .open else { return nil }
        return request.cookies[name]?.value
    }

    /// Checks that our own pages sent a changing request, and that it repeats the token that only they can
    /// read.
    package func checkOwnIntent(of request: Request, _ visitor: Visitor) throws {
        try checkOrigin(of: request, needed: true)
        guard let field = HTTPField.Name("X-CSRF-Token"), let given = request.headers[field],
            let expected = visitor.forgeryToken, Self.equal(given, expected)
        else { throw Problem(.forgedRequest, "X-CSRF-Token is the csrfToken that GET /v1/me gives.") }
    }

    /// Checks that no page of another site sent a request.
    ///
    /// With every changing request, browsers name the origin of the page in `Origin` (RFC 6454), and newer
    /// ones also in `Sec-Fetch-Site`. Programs send neither.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - isNeeded: Whether to refuse a request that does not name its origin.
    /// - Throws: A `forged-request` problem.
    package func checkOrigin(of request: Request, needed isNeeded: Bool) throws {
        let isOwn: Bool
        if let origin = request.headers[.origin] {
            isOwn = isOurs(origin, request)
        } else if let site = HTTPField.Name("Sec-Fetch-Site").flatMap({ request.headers[$0] }) {
            isOwn = site == "same-origin" && isOurHost(request)
        } else {
            isOwn = !isNeeded
        }
        guard isOwn else {
            throw Problem(.forgedRequest, "The request does not come from a page of this site.")
        }
    }

    /// Whether an origin is the configured one, or the one that the browser sent the request to.
    private func isOurs(_ text: String, _ request: Request) -> Bool {
        let text = text.lowercased()
        if text == origin { return true }
        guard let host = request.head.authority?.lowercased(), isOurHost(request) else { return false }
        return text == "https://\(host)" || (transport != .secure && text == "http://\(host)")
    }

    /// Whether the host that a browser sent the request to can be ours.
    ///
    /// Anybody can point a name of their own at this service (DNS rebinding). Where the public address is
    /// configured, other names are not believed. Addresses, and names without a dot, lead to nobody else.
    private func isOurHost(_ request: Request) -> Bool {
        guard let origin, let host = request.head.authority?.lowercased() else { return true }
        let named = URL(string: "http://\(host)")?.host() ?? host
        return origin.hasSuffix("://\(host)") || !named.contains(".")
            || NetworkAddress(named) != nil
    }

    /// Compares texts in a time that depends only on their lengths.
    private static func equal(_ left: String, _ right: String) -> Bool {
        guard left.utf8.count == right.utf8.count else { return false }
        return zip(left.utf8, right.utf8).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

extension HTTPField.Name {
    fileprivate static let clearSiteData = named("Clear-Site-Data")
}
