import People

/// By what the failures of an attempt are counted.
struct SignInNames: Sendable {
    /// The account or the name, from anywhere.
    let name: String
    /// The same from one address.
    let pair: String
    /// The address, whatever the name.
    let address: String

    /// - Parameters:
    ///   - login: Who has the name; an account's failures are counted by its number, for it has a name and an address.
    ///   - typed: As it was typed.
    ///   - origin: The address that the attempt comes from.
    init(of login: Login?, typed: String, from origin: String) {
        name = login.map { "account \($0.account.id.rawValue)" } ?? "name \(typed.lowercased())"
        pair = "\(name) \(origin)"
        address = "from \(origin)"
    }

    /// All that a failure is counted by.
    var all: [String] { [name, pair, address] }
    /// What a success clears; the failures of the address stay, or an account of one's own would clear them.
    var cleared: [String] { [name, pair] }
}

extension SignInThrottle.Past {
    init(_ records: [String: SignInRecord], of names: SignInNames) {
        self.init(pair: records[names.pair], name: records[names.name], address: records[names.address])
    }
}
