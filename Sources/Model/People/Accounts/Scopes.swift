/// What a credential of an account permits, within the account's own rights.
package struct Scopes: OptionSet, Hashable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Reads the account's own data.
    package static let read = Scopes(rawValue: 1)
    /// Changes the account's own data: profile, fences, channels, reports.
    package static let write = Scopes(rawValue: 2)
    /// Changes how to sign in: password, address, sessions, tokens; and deletes the account.
    package static let account = Scopes(rawValue: 4)
    /// Acts as a moderator, if the account is one.
    package static let moderate = Scopes(rawValue: 8)
    /// Acts as an operator of the account's stations.
    package static let stations = Scopes(rawValue: 16)
    /// Reads research data, and with `write` leads studies, if the account is a researcher.
    package static let research = Scopes(rawValue: 32)
    /// Acts as an administrator, if the account is one.
    package static let administer = Scopes(rawValue: 64)

    /// Adds measured values to the account's own, and does nothing else.
    package static let metrics = Scopes(rawValue: 128)

    /// Everything that the account may do.
    package static let all: Scopes = [
        .read, .write, .account, .moderate, .stations, .research, .administer, .metrics,
    ]

    private static let named: [(name: String, scope: Scopes)] = [
        ("read", .read), ("write", .write), ("account", .account), ("moderate", .moderate),
        ("stations", .stations), ("research", .research), ("administer", .administer),
        ("metrics", .metrics),
    ]

    /// The names of all scopes.
    package static var allNames: [String] { named.map(\.name) }

    /// The scope with a name.
    package init?(name: String) {
        guard let scope = Self.named.first(where: { $0.name == name })?.scope else { return nil }
        self = scope
    }

    /// The names of these scopes.
    package var names: [String] { Self.named.filter { contains($0.scope) }.map(\.name) }
}
