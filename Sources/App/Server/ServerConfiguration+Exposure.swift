extension ServerConfiguration {
    /// Whether only this machine reaches the service.
    var isForThisMachine: Bool { ["127.0.0.1", "::1", "localhost"].contains(host) }

    /// Advice for an operator whose service others reach under any name, or `nil` where its name is set.
    ///
    /// Anybody can point a name of their own at this service (DNS rebinding). Only `public-url` tells requests
    /// under such a name from those that are meant for the service.
    package var missingName: String? {
        guard publicAddress == nil, !isForThisMachine else { return nil }
        return """
            others reach \(host), and without public-url the service answers to every name that somebody points at it; \
            set it to the address that people use
            """
    }
}
