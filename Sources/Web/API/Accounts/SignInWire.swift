import Allergens
import Foundation
import HTTP
import People

/// `POST /v1/accounts`.
struct SignUpRequest: StrictDocument {
    static let members: Set = [
        "username", "email", "password", "dateOfBirth", "language", "timeZone", "consents",
    ]

    let username: String
    let email: String
    let password: String
    let dateOfBirth: String?
    let language: String?
    let timeZone: String?
    let consents: [ConsentChoice]?

    /// The requested account; its password is checked separately.
    func checked(on today: CivilDate, isAddress: (String) -> Bool) throws -> NewAccount {
        var mistakes = Mistakes(.invalidAccount)
        if !AccountRules.isName(username) { mistakes.note("/username", AccountText.name) }
        if !isAddress(email) { mistakes.note("/email", AccountText.address) }
        let birth = mistakes.birth(dateOfBirth, at: "/dateOfBirth", on: today)
        let language = mistakes.word(language, at: "/language", as: Language.self)
        let timeZone = mistakes.timeZone(timeZone, at: "/timeZone")
        let consents = mistakes.agreements(consents, at: "/consents")
        try mistakes.check()
        return NewAccount(
            name: username, address: email, birth: birth, language: language, timeZone: timeZone,
            consents: consents)
    }
}

/// Descriptions of the allowed values.
enum AccountText {
    static let name = "A name has 4 to 8 of the letters a–z and the digits."
    static let address =
        "This is no e-mail address as anna@example.org; domains with other letters are written as xn--…."
}

extension Mistakes {
    /// Parses a date of birth.
    mutating func birth(_ text: String?, at pointer: String, on today: CivilDate) -> CivilDate? {
        guard let text else { return nil }
        if let day = CivilDate(text), AccountRules.isBirth(day, on: today) { return day }
        note(
            pointer,
            "A date of birth is a day as YYYY-MM-DD, not in the future and at most "
                + "\(AccountRules.age.upperBound) years ago.")
        return nil
    }

    /// Parses the scopes of a token; without a list it gets `usual`.
    mutating func scopes(_ names: [String]?, at pointer: String, usual: Scopes) -> Scopes {
        guard let names else { return usual }
        var scopes: Scopes = []
        for (index, name) in names.enumerated() {
            if let scope = Scopes(name: name) {
                scopes.insert(scope)
            } else {
                note("\(pointer)/\(index)", "This is one of \(Scopes.allNames.joined(separator: ", ")).")
            }
        }
        if names.isEmpty { note(pointer, "At least one scope is needed.") }
        return scopes
    }
}

/// `POST /v1/verifications`.
struct VerificationRequest: StrictDocument {
    static let members: Set = ["token", "username", "look"]

    let token: String
    let username: String?
    /// Whether only the address is asked for that the link confirms.
    let look: Bool?
}

/// The result of following a link.
struct VerificationAnswer: Encodable {
    /// `signUp`, `change`, or `look` if nothing was done.
    let purpose: String
    var name: String?
    /// The address that the link would confirm, for a look.
    var address: String?
}

/// `POST /v1/sessions`.
struct SignInRequest: StrictDocument {
    static let members: Set = ["email", "username", "password", "kind", "scopes"]

    let email: String?
    let username: String?
    let password: String
    let kind: String?
    let scopes: [String]?

    struct Checked {
        let name: String
        let kind: Session.Kind
        let scopes: Scopes
    }

    func checked() throws -> Checked {
        var mistakes = Mistakes(.invalidAccount)
        let name = email ?? username ?? ""
        if (email == nil) == (username == nil) {
            mistakes.note("/username", "Either a username or an email is needed.")
        }
        let kind = mistakes.word(kind, at: "/kind", as: Session.Kind.self) ?? .cookie
        if kind == .cookie, scopes != nil {
            mistakes.note("/scopes", "Scopes belong to sessions of the kind token.")
        }
        let scopes = mistakes.scopes(scopes, at: "/scopes", usual: .all)
        try mistakes.check()
        return Checked(name: name, kind: kind, scopes: scopes)
    }
}

/// A session as its owner sees it.
struct SessionWire: Encodable {
    let id: String
    let kind: String
    let device: String?
    let scopes: [String]
    let created: Date
    let lastUsed: Date
    let ends: Date
    /// Whether this request used it.
    let current: Bool

    init(_ session: Session, current: Session.ID?) {
        id = session.id.rawValue
        kind = session.kind.rawValue
        device = session.device.isEmpty ? nil : session.device
        scopes = session.scopes.names
        created = session.created
        lastUsed = session.lastUsed
        ends = session.ends
        self.current = session.id == current
    }
}

/// The answer to `POST /v1/sessions`.
struct OpenedSessionWire: Encodable {
    let session: SessionWire
    /// The value that a program sends as `Authorization: Bearer`; only shown once.
    let token: String?
    /// The value that a page sends as `X-CSRF-Token`.
    let csrfToken: String?

    init(_ opened: OpenedSession) {
        session = SessionWire(opened.session, current: opened.session.id)
        token = opened.session.kind == .token ? opened.secret : nil
        csrfToken = opened.session.kind == .cookie ? opened.forgeryToken : nil
    }
}

/// `POST /v1/password-resets`.
struct ResetRequest: StrictDocument {
    static let members: Set = ["email"]
    let email: String
}

/// `POST /v1/password-resets/completion`.
struct NewPasswordRequest: StrictDocument {
    static let members: Set = ["token", "password"]
    let token: String
    let password: String
}
