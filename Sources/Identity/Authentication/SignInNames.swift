import People

/// The keys under which failed sign-ins are counted.
struct SignInNames: Sendable {
    /// The account or the name, from anywhere.
    let name: String
    /// The same account or name, from one address.
    let pair: String
    /// The address, with any name.
    let address: String

    /// Creates the keys of an attempt.
    ///
    /// - Parameters:
    ///   - login: The login with this name. Its failures are counted under the account's number, because it
    ///     has both a name and an address.
    ///   - typed: The name as typed.
    ///   - origin: The address from which the attempt comes.
    init(of login: Login?, typed: String, from origin: String) {
        name = login.map { "account \($0.account.id.rawValue)" } ?? "name \(typed.lowercased())"
        pair = "\(name) \(origin)"
        address = "from \(origin)"
    }

    /// All keys that a failure counts under.
    var all: [String] { [name, pair, address] }
    /// The keys that a success clears.
    ///
    /// The address's failures remain. Otherwise attackers could clear them by signing in to an account of
    /// their own.
    var cleared: [String] { [name, pair] }
}

extension SignInThrottle.Past {
    init(_ records: [String: SignInRecord], of names: SignInNames) {
        self.init(pair: records[names.pair], name: records[names.name], address: records[names.address])
    }
}
