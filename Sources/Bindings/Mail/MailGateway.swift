import Foundation

/// The server that takes our mail (RFC 6409), and how we speak to it.
package struct MailGateway: Sendable {
    /// When an `smtp` connection is encrypted with STARTTLS (RFC 3207); an `smtps` connection always is (RFC 8314).
    package enum StartTLS: String, CaseIterable, Sendable {
        /// Nothing is said before the connection is encrypted.
        case required
        /// It is encrypted when the gateway can.
        case preferred
        /// It is not encrypted: for a gateway on the same machine.
        case never
    }

    /// `smtp://host:port` or `smtps://host:port`.
    let url: String
    let user: String?
    let password: String?
    let startTLS: StartTLS
    /// A file of certificates, in PEM, that are trusted in place of the system's.
    let authorities: String?

    /// Describes a gateway, or returns `nil` when the URL is not `smtp` or `smtps` with a host and nothing but a port
    /// beside it.
    package init?(
        url: String, user: String? = nil, password: String? = nil, startTLS: StartTLS = .required,
        authorities: String? = nil
    ) {
        guard let parts = URLComponents(string: url), parts.scheme == "smtp" || parts.scheme == "smtps",
            parts.host?.isEmpty == false, parts.user == nil, parts.password == nil, parts.query == nil,
            parts.fragment == nil, parts.path.isEmpty || parts.path == "/"
        else { return nil }
        self.url = url
        self.user = user
        self.password = password
        self.startTLS = startTLS
        self.authorities = authorities
    }
}

/// Why a message was not taken.
///
/// The set is closed: what is tried again depends on it.
package enum MailFailure: Error, Hashable, Sendable {
    /// The gateway says for good that there is no such recipient: a reply of 500 to 599 to `RCPT`.
    case recipientRefused(reply: Int)
    /// The gateway refused at another step, or with a transient reply, 400 to 499 (RFC 5321, 4.2.1).
    case refused(reply: Int)
    /// There was no conversation to its end; the text says what libcurl says.
    case broken(String)
}
