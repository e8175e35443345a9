/// How many requests one origin may make: a quota that is there at once and fills up steadily.
package struct RequestRate: Hashable, Sendable {
    /// Requests that may come at once, and within ``seconds`` in the long run.
    package let requests: Int
    package let seconds: Int

    /// The rate of everybody's address: a map that is dragged about asks for a few hundred tiles a minute.
    package static let usualAddress = RequestRate(requests: 6_000, seconds: 60)
    /// The rate of an account or a station's key.
    package static let usualPrincipal = RequestRate(requests: 600, seconds: 60)

    package init(requests: Int, seconds: Int) {
        (self.requests, self.seconds) = (requests, seconds)
    }

    /// Reads `6000/60`: requests, and the seconds for which they are; 1 to a million in 1 to 86,400.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let requests = parts[0], let seconds = parts[1],
            (1...1_000_000).contains(requests), (1...86_400).contains(seconds)
        else { return nil }
        self.init(requests: requests, seconds: seconds)
    }
}

/// The rates that the service keeps; `nil` keeps none.
package struct RequestRates: Hashable, Sendable {
    package var address: RequestRate?
    package var principal: RequestRate?

    package init(
        address: RequestRate? = .usualAddress, principal: RequestRate? = .usualPrincipal
    ) {
        (self.address, self.principal) = (address, principal)
    }

    package static let none = RequestRates(address: nil, principal: nil)
}
