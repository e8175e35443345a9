import Foundation
import HTTPTypes
package import Hummingbird
package import People

/// The cookie that holds a session, and the proof that a request which came with it was meant.
///
/// Over TLS it is `__Host-session` (draft-ietf-httpbis-rfc6265bis, 4.1.3.2: of this host only, `Secure`, for every path).
/// Browsers take no such cookie by plain HTTP; there it is `session`, and only where the service listens on this machine
/// only, so that nobody on the way can read it.
package struct SessionCookies: Sendable {
    package enum Transport: Sendable {
        /// People reach the service through TLS.
        case secure
        /// The service listens on this machine only, without TLS.
        case machine
        /// The service is reached through a network without TLS: there are no cookies.
        case open
    }

    package let transport: Transport
    /// Scheme, host and port where people reach the service, when that is configured.
    private let origin: String?

    /// Makes the cookies of a site.
    ///
    /// - Parameters:
    ///   - transport: How people reach it.
    ///   - address: Where people reach it, such as `https://breathe.example`.
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

    /// The field of an answer with which the browser keeps a secret.
    package func field(holding secret: String) -> String {
        "\(name)=\(secret); Max-Age=\(Int(Session.longest)); \(attributes)"
    }

    /// Gives a browser the secret that it shows from now on, unless the answer itself gives or takes a session.
    package func renew(_ visitor: Visitor?, in response: inout Response) {
        guard let secret = visitor?.renewedSecret,
            !response.headers[values: .setCookie].contains(where: { $0.hasPrefix("\(name)=") })
        else { return }
        response.headers.append(HTTPField(name: .setCookie, value: field(holding: secret)))
    }

    /// Has a browser forget the session, and whatever pages have kept of the person (W3C Clear Site Data).
    package func forget(in response: inout Response) {
        response.headers[.setCookie] = "\(name)=; Max-Age=0; \(attributes)"
        response.headers[.clearSiteData] = #""cache", "cookies", "storage""#
    }

    package var attributes: String {
        "Path=/; HttpOnly; SameSite=Lax" + (transport == .secure ? "; Secure" : "")
    }

    /// Makes sure that cookies can be used.
    package func check() throws {
        guard transport != .open else { throw Problem(.insecureTransport) }
    }

    /// The secret that a browser shows.
    package func secret(in request: Request) -> String? {
        guard transport != .open else { return nil }
        return request.cookies[name]?.value
    }

    /// Makes sure that a request that changes something was sent by our own pages, and repeats what only they can read.
    package func checkOwnIntent(of request: Request, _ visitor: Visitor) throws {
        try checkOrigin(of: request, needed: true)
        guard let field = HTTPField.Name("X-CSRF-Token"), let given = request.headers[field],
            let expected = visitor.forgeryToken, Self.equal(given, expected)
        else { throw Problem(.forgedRequest, "X-CSRF-Token is the csrfToken that GET /v1/me gives.") }
    }

    /// Makes sure that a request was not sent by the page of another site.
    ///
    /// Browsers say with every request that changes something whose page sent it: in `Origin` (RFC 6454), and lately in
    /// `Sec-Fetch-Site`. Programs say neither.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - isNeeded: Whether one that does not say whose page sent it is refused.
    /// - Throws: A `forged-request` problem.
    package func checkOrigin(of request: Request, needed isNeeded: Bool) throws {
        let isOwn: Bool
        if let origin = request.headers[.origin] {
            isOwn = isOurs(origin, request)
        } else if let site = HTTPField.Name("Sec-Fetch-Site").flatMap({ request.headers[$0] }) {
            isOwn = site == "same-origin"
        } else {
            isOwn = !isNeeded
        }
        guard isOwn else {
            throw Problem(.forgedRequest, "The request does not come from a page of this site.")
        }
    }

    /// Whether an origin is the configured one, or that to which the browser has sent the request.
    private func isOurs(_ text: String, _ request: Request) -> Bool {
        let text = text.lowercased()
        if text == origin { return true }
        guard let host = request.head.authority?.lowercased() else { return false }
        return text == "https://\(host)" || (transport != .secure && text == "http://\(host)")
    }

    /// Compares texts in a time that depends on their lengths only.
    private static func equal(_ left: String, _ right: String) -> Bool {
        guard left.utf8.count == right.utf8.count else { return false }
        return zip(left.utf8, right.utf8).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

extension HTTPField.Name {
    fileprivate static let clearSiteData = named("Clear-Site-Data")
}
