import HTTPTypes
package import Hummingbird

/// Cookies that carry short-lived state while somebody signs in or registers.
extension SessionCookies {
    package enum Ticket: String {
        /// A sign-in that is under way at an identity provider.
        case signIn = "sign-in"
        /// A registration: a provider has verified somebody who still has to choose a username.
        case registration
    }

    private func name(of ticket: Ticket) -> String {
        transport == .secure ? "__Host-\(ticket.rawValue)" : ticket.rawValue
    }

    /// The `Set-Cookie` value that stores a ticket for a number of seconds.
    ///
    /// It is `SameSite=Lax`, so that browsers send it when a provider returns them by a link or a redirect.
    package func field(named ticket: Ticket, holding value: String, for seconds: Int) -> String {
        "\(name(of: ticket))=\(value); Max-Age=\(seconds); \(attributes)"
    }

    /// The `Set-Cookie` value that deletes a ticket.
    package func forgetting(_ ticket: Ticket) -> String { "\(name(of: ticket))=; Max-Age=0; \(attributes)" }

    package func value(of ticket: Ticket, in request: Request) -> String? {
        guard transport != .open else { return nil }
        return request.cookies[name(of: ticket)]?.value
    }
}
