package import Addressing
import Foundation
package import People
import Synchronization

/// Who a request is counted to.
package enum RequestOrigin: Hashable, Sendable {
    /// An address of version 4, or the 64 bits of one of version 6 that one household has.
    case address(UInt64, isVersion6: Bool)
    case principal(Principal)
    /// Whoever a text names, such as the address that a mail goes to.
    case name(String)
    /// All that came when there was no room to tell them apart.
    case crowd

    package init(_ address: NetworkAddress) {
        let address = address.mapped ?? address
        let prefix = address.bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        self = .address(prefix, isVersion6: address.bytes.count == 16)
    }
}

/// Counts requests by origin, and says which are too many.
///
/// It is the generic cell rate algorithm (ITU-T I.371, annex A): of each origin one instant is kept, that at which its
/// quota will be whole again. An origin whose quota is whole is forgotten when room is needed.
package final class RateLimiter: Sendable {
    /// Origins that are told apart at once; those that come while all of them are busy share one quota.
    package static let capacity = 200_000

    package struct Verdict: Hashable, Sendable {
        package let isAllowed: Bool
        /// Requests that may follow at once.
        package let remaining: Int
        /// Seconds until the quota is whole again.
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

    /// Makes a limiter.
    ///
    /// - Parameters:
    ///   - name: The name of its policy in header fields.
    ///   - rate: What each origin may ask.
    ///   - capacity: Origins that are told apart at once.
    ///   - now: Seconds of a clock that never goes back.
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
            // A little less than a step is forgiven, so that rounding takes no request away.
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
        // Looking through all of them at every request of a flood would be a flood of its own.
        if now - state.swept >= window / 10 {
            state.swept = now
            state.full = state.full.filter { $0.value > now }
        }
        return state.full.count < capacity ? origin : .crowd
    }
}
