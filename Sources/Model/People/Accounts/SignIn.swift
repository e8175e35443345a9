/// What somebody says who wants to get in.
package struct SignInAttempt: Sendable {
    /// A name or an e-mail address.
    package let name: String
    package let password: String
    /// Where the attempt comes from; empty when that is not known.
    package let origin: String
    package let kind: Session.Kind
    package let scopes: Scopes
    /// The family of the program, see ``Session/device``.
    package let device: String
    /// The session of the same browser that this one takes the place of.
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

/// A session that was just opened, with what is shown to its owner only now.
package struct OpenedSession: Sendable {
    package let session: Session
    /// What the browser or program sends from now on.
    package let secret: String
    /// What a request has to repeat that changes something; see ``Visitor/forgeryToken``.
    package let forgeryToken: String

    package init(session: Session, secret: String, forgeryToken: String) {
        self.session = session
        self.secret = secret
        self.forgeryToken = forgeryToken
    }
}

/// What came of a link in a mail.
package enum FollowedLink: Hashable, Sendable {
    /// The account was opened.
    case signedUp(Account.ID, name: String)
    /// The account has another address.
    case changed(Account.ID)
}
