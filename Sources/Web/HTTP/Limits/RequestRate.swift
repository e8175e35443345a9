/// How many requests one origin may make: a quota that is available at once and refills steadily.
package struct RequestRate: Hashable, Sendable {
    /// Requests allowed at once, and per ``seconds`` in the long run.
    package let requests: Int
    package let seconds: Int

    /// The default rate of an address: dragging a map asks for a few hundred tiles a minute.
    package static let usualAddress = RequestRate(requests: 6_000, seconds: 60)
    /// The default rate of an account or a station's key.
    package static let usualPrincipal = RequestRate(requests: 600, seconds: 60)

    package init(requests: Int, seconds: Int) {
        (self.requests, self.seconds) = (requests, seconds)
    }

    /// Parses a rate such as `6000/60`, requests per seconds: 1 to a million in 1 to 86,400.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let requests = parts[0], let seconds = parts[1],
            (1...1_000_000).contains(requests), (1...86_400).contains(seconds)
        else { return nil }
        self.init(requests: requests, seconds: seconds)
    }
}

/// The rates that the service enforces; `nil` means no limit.
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
