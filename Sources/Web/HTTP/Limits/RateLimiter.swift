package import Addressing
import Foundation
package import People
import Synchronization

/// The origin that a request counts against.
package enum RequestOrigin: Hashable, Sendable {
    /// An IPv4 address, or the 64-bit prefix of an IPv6 address, which one household has.
    case address(UInt64, isVersion6: Bool)
    case principal(Principal)
    /// A name, such as the address that a mail goes to.
    case name(String)
    /// Every origin that arrived while the table was full.
    case crowd

    package init(_ address: NetworkAddress) {
        let address = address.mapped ?? address
        let prefix = address.bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        self = .address(prefix, isVersion6: address.bytes.count == 16)
    }
}

/// Counts requests by origin and rejects those over the quota.
///
/// It implements the generic cell rate algorithm (ITU-T I.371, annex A). For each origin it stores one
/// instant: when the quota will be full again. Origins with a full quota are dropped when room is needed.
package final class RateLimiter: Sendable {
    /// Origins tracked at once; while all of them are active, new ones share one quota.
    package static let capacity = 200_000

    package struct Verdict: Hashable, Sendable {
        package let isAllowed: Bool
        /// Requests allowed right now.
        package let remaining: Int
        /// Seconds until the quota is full again.
        package let reset: Int
        /// Seconds until the next request is allowed.
        package let wait: Int
    }

    private struct State {
        var full: [RequestOrigin: Double] = [:]
        var swept = -Double.infinity
    }

    package let name: String
    package let rate: RequestRate
    private let capacity: Int
    private let now: @Sendable () -> Double
    private let state = Mutex(State())

    /// Creates a limiter.
    ///
    /// - Parameters:
    ///   - name: The name of its policy in header fields.
    ///   - rate: The quota of each origin.
    ///   - capacity: Origins tracked at once.
    ///   - now: Seconds on a monotonic clock.
    package init(
        _ name: String, _ rate: RequestRate, capacity: Int = capacity,
        now: @escaping @Sendable () -> Double = RateLimiter.uptime
    ) {
        (self.name, self.rate, self.capacity, self.now) = (name, rate, capacity, now)
    }

    @Sendable private static func uptime() -> Double { ProcessInfo.processInfo.systemUptime }

    /// Counts a request.
    package func take(for origin: RequestOrigin) -> Verdict {
        let now = now()
        let window = Double(rate.seconds)
        let step = window / Double(rate.requests)
        return state.withLock { state in
            let origin = Self.counted(origin, in: &state, capacity: capacity, window: window, now: now)
            let full = max(state.full[origin] ?? now, now)
            // Slightly less than a step is enough, so that rounding never costs a request.
            let isAllowed = full - now <= window - step * 0.999_999
            let next = isAllowed ? full + step : full
            if isAllowed { state.full[origin] = next }
            let left = window - (next - now)
            return Verdict(
                isAllowed: isAllowed, remaining: max(0, Int(left / step + 0.000_001)),
                reset: Int((next - now).rounded(.up)),
                wait: max(1, Int((step - left).rounded(.up))))
        }
    }

    private static func counted(
        _ origin: RequestOrigin, in state: inout State, capacity: Int, window: Double, now: Double
    ) -> RequestOrigin {
        guard state.full[origin] == nil, state.full.count >= capacity else { return origin }
        // Sweeping the whole table on every request would make a flood worse.
        if now - state.swept >= window / 10 {
            state.swept = now
            state.full = state.full.filter { $0.value > now }
        }
        return state.full.count < capacity ? origin : .crowd
    }
}
