package import NIOCore

/// The rate at which a body arrives, counted only while the service waits for it.
package struct BodyPace {
    private let rate: Int
    private let grace: TimeAmount
    private var bytes = 0
    private var waited = TimeAmount.zero
    private var waitingSince: NIODeadline?

    package init(rate: Int, grace: Duration) {
        self.rate = rate
        self.grace = TimeAmount(grace)
    }

    /// The service begins to wait for bytes.
    package mutating func wait(from now: NIODeadline) { if waitingSince == nil { waitingSince = now } }

    /// Bytes have arrived.
    package mutating func note(_ count: Int, at now: NIODeadline) {
        if let since = waitingSince { waited = waited + (now - since) }
        waitingSince = nil
        bytes += count
    }

    /// Whether fewer bytes have arrived than the rate requires.
    package func isTooSlow(at now: NIODeadline) -> Bool {
        let waited = waitingSince.map { self.waited + (now - $0) } ?? self.waited
        guard waited > grace else { return false }
        let seconds = Double((waited - grace).nanoseconds) / 1e9
        return Double(bytes) < seconds * Double(rate)
    }
}
