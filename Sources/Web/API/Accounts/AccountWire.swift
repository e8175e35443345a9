import Allergens
import Foundation
import HTTP
import Observations
import People

/// `GET /v1/me`.
struct AccountAnswer: Encodable {
    let name: String
    let email: String?
    let emailVerified: Bool
    let dateOfBirth: String?
    let language: String
    /// The URL of the picture; `null` if there is none.
    let picture: String?
    /// Whether the account has a password.
    let hasPassword: Bool
    /// Such as `moderator`, or `operator:basel`.
    let roles: [String]
    /// The rights of this request's credential.
    let scopes: [String]
    /// The session of this request; `nil` for a token.
    let session: String?
    /// The value that a page sends as `X-CSRF-Token`.
    let csrfToken: String?

    init(_ login: Login, _ visitor: Visitor, language: Language) {
        name = login.account.name
        email = login.address
        emailVerified = login.verified != nil
        dateOfBirth = login.birth?.description
        self.language = language.rawValue
        picture = login.picture.map(PictureAddress.text)
        hasPassword = login.password != nil
        roles = login.roles.map(\.description).sorted()
        scopes = visitor.scopes.names
        session = visitor.session?.rawValue
        csrfToken = visitor.forgeryToken
    }
}

/// The URLs of people's pictures.
enum PictureAddress {
    static func text(of picture: PictureChoice) -> String {
        switch picture {
        case .drawn(let name): "/v1/pictures/\(name).svg"
        case .own(let tag): "/v1/me/picture?v=\(tag)"
        }
    }
}

/// `PATCH /v1/me`; missing members stay unchanged.
struct AccountChange: StrictDocument {
    static let members: Set = ["username", "dateOfBirth", "language"]

    let username: String?
    let dateOfBirth: String?
    let language: String?

    struct Checked {
        let name: String?
        let birth: CivilDate?
        let language: Language?
    }

    func checked(on today: CivilDate) throws -> Checked {
        var mistakes = Mistakes(.invalidAccount)
        if let username, !AccountRules.isName(username) { mistakes.note("/username", AccountText.name) }
        let birth = mistakes.birth(dateOfBirth, at: "/dateOfBirth", on: today)
        let language = mistakes.word(language, at: "/language", as: Language.self)
        try mistakes.check()
        return Checked(name: username, birth: birth, language: language)
    }
}

/// `POST /v1/me/password`.
struct PasswordChange: StrictDocument {
    static let members: Set = ["old", "password"]
    let old: String
    let password: String
}

/// `POST /v1/me/email`.
struct AddressChange: StrictDocument {
    static let members: Set = ["email", "password"]
    let email: String
    /// Required if the account has a password.
    let password: String?
}

/// `POST /v1/me/tokens`.
struct TokenRequest: StrictDocument {
    static let members: Set = ["label", "scopes", "ends"]

    let label: String?
    let scopes: [String]?
    let ends: String?

    struct Checked {
        let scopes: Scopes
        let ends: Date?
    }

    /// A token has no more rights than the credential that creates it.
    func checked(within own: Scopes, at now: Date) throws -> Checked {
        var mistakes = Mistakes(.invalidAccount)
        let scopes = mistakes.scopes(scopes, at: "/scopes", usual: .read)
        if !own.isSuperset(of: scopes) {
            mistakes.note("/scopes", "The token or session that asks is not good for all of these itself.")
        }
        if let label, !StationKey.isLabel(label) {
            mistakes.note("/label", "A label has 1 to \(AccountToken.labelLength) characters in one line.")
        }
        let end = ends.flatMap { Date(rfc3339: $0) }
        if ends != nil, end.map({ $0 <= now }) ?? true {
            mistakes.note("/ends", "This is a time to come as in RFC 3339, such as 2027-04-08T13:00:00Z.")
        }
        try mistakes.check()
        return Checked(scopes: scopes, ends: end)
    }
}

/// A token as its owner sees it.
struct TokenWire: Encodable {
    let id: String
    let label: String?
    let scopes: [String]
    let created: Date
    let lastUsed: Date?
    let ends: Date?
    /// Whether this request used it.
    let current: Bool

    init(_ token: AccountToken, current: String) {
        id = token.id
        label = token.label
        scopes = token.scopes.names
        created = token.created
        lastUsed = token.lastUsed
        ends = token.ends
        self.current = token.id == current
    }
}

/// The answer to `POST /v1/me/tokens`.
struct NewTokenWire: Encodable {
    let id: String
    /// Only shown once.
    let token: String
    let scopes: [String]
    let ends: Date?
}
