/// What a credential of an account is good for; the account's own rights bound it, too.
package struct Scopes: OptionSet, Hashable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Reads what is the account's own.
    package static let read = Scopes(rawValue: 1)
    /// Changes what is the account's own: profile, fences, channels, reports.
    package static let write = Scopes(rawValue: 2)
    /// Changes how to get in: password, address, sessions, tokens; and deletes the account.
    package static let account = Scopes(rawValue: 4)
    /// Acts as a moderator, when the account is one.
    package static let moderate = Scopes(rawValue: 8)
    /// Acts as an operator of the stations that the account looks after.
    package static let stations = Scopes(rawValue: 16)
    /// Reads what is kept for research, when the account is a researcher.
    package static let research = Scopes(rawValue: 32)
    /// Acts as an administrator, when the account is one.
    package static let administer = Scopes(rawValue: 64)

    /// Everything that the account may do.
    package static let all: Scopes = [.read, .write, .account, .moderate, .stations, .research, .administer]

    private static let named: [(name: String, scope: Scopes)] = [
        ("read", .read), ("write", .write), ("account", .account), ("moderate", .moderate),
        ("stations", .stations), ("research", .research), ("administer", .administer),
    ]

    /// Every name there is.
    package static var allNames: [String] { named.map(\.name) }

    /// The scope with a name.
    package init?(name: String) {
        guard let scope = Self.named.first(where: { $0.name == name })?.scope else { return nil }
        self = scope
    }

    /// The names of all that is in here.
    package var names: [String] { Self.named.filter { contains($0.scope) }.map(\.name) }
}
