import Foundation

/// The server that accepts this service's mail (RFC 6409), and how to connect to it.
package struct MailGateway: Sendable {
    /// When to encrypt an `smtp` connection with STARTTLS (RFC 3207).
    ///
    /// An `smtps` connection is always encrypted (RFC 8314).
    package enum StartTLS: String, CaseIterable, Sendable {
        /// Always: nothing is sent before the connection is encrypted.
        case required
        /// If the gateway supports it.
        case preferred
        /// Never, for a gateway on the same machine.
        case never
    }

    /// `smtp://host:port` or `smtps://host:port`.
    let url: String
    let user: String?
    let password: String?
    let startTLS: StartTLS
    /// A PEM file of certificates to trust in place of the system's.
    let authorities: String?

    /// Describes a gateway.
    ///
    /// Returns `nil` unless the URL is `smtp` or `smtps` with a host and, optionally, a port.
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

/// Why a message was not accepted.
///
/// The set is closed, because it decides whether to retry.
package enum MailFailure: Error, Hashable, Sendable {
    /// The gateway permanently rejected the recipient: a reply of 500 to 599 to `RCPT`.
    case recipientRefused(reply: Int)
    /// The gateway refused at another step, or with a transient reply, 400 to 499 (RFC 5321, 4.2.1).
    case refused(reply: Int)
    /// The SMTP session did not complete.
    ///
    /// The text is libcurl's message.
    case broken(String)
}
