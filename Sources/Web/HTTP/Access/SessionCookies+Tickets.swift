import HTTPTypes
package import Hummingbird

/// Cookies that hold what a browser keeps for a while on the way to an account.
extension SessionCookies {
    package enum Ticket: String {
        /// The way to a provider of identities and back.
        case signIn = "sign-in"
        /// The choice of a username by somebody whom a provider has proven.
        case registration
    }

    private func name(of ticket: Ticket) -> String {
        transport == .secure ? "__Host-\(ticket.rawValue)" : ticket.rawValue
    }

    /// The field of an answer with which the browser keeps a ticket for so many seconds.
    ///
    /// It is `SameSite=Lax`, so that it comes along when a provider sends the browser back by a link or a redirect.
    package func field(named ticket: Ticket, holding value: String, for seconds: Int) -> String {
        "\(name(of: ticket))=\(value); Max-Age=\(seconds); \(attributes)"
    }

    /// The field of an answer with which the browser forgets a ticket.
    package func forgetting(_ ticket: Ticket) -> String { "\(name(of: ticket))=; Max-Age=0; \(attributes)" }

    package func value(of ticket: Ticket, in request: Request) -> String? {
        guard transport != .open else { return nil }
        return request.cookies[name(of: ticket)]?.value
    }
}
