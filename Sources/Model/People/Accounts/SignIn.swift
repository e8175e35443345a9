/// An attempt to sign in.
package struct SignInAttempt: Sendable {
    /// A name or an e-mail address.
    package let name: String
    package let password: String
    /// The network address of the attempt; empty when unknown.
    package let origin: String
    package let kind: Session.Kind
    package let scopes: Scopes
    /// The family of the program, see ``Session/device``.
    package let device: String
    /// The session of the same browser that the new one replaces.
    package let former: Session.ID?

    package init(
        name: String, password: String, origin: String, kind: Session.Kind, scopes: Scopes, device: String,
        former: Session.ID? = nil
    ) {
        self.name = name
        self.password = password
        self.origin = origin
        self.kind = kind
        self.scopes = scopes
        self.device = device
        self.former = former
    }
}

/// A newly opened session, with the secrets that its owner is shown only now.
package struct OpenedSession: Sendable {
    package let session: Session
    /// The secret that the browser or program sends from now on.
    package let secret: String
    /// The token that a changing request has to repeat; see ``Visitor/forgeryToken``.
    package let forgeryToken: String

    package init(session: Session, secret: String, forgeryToken: String) {
        self.session = session
        self.secret = secret
        self.forgeryToken = forgeryToken
    }
}

/// The outcome of following a link in a mail.
package enum FollowedLink: Hashable, Sendable {
    /// The account was opened.
    case signedUp(Account.ID, name: String)
    /// The account has a new address.
    case changed(Account.ID)
}
