package import Addressing
import Metrics
import NIOCore
import Synchronization

/// Counts open connections, in total and by address, and rejects those over the limits.
package final class ConnectionLimiter: Sendable {
    private struct State {
        var taken = 0
        var spare = 0
        var refused = 0
        var byAddress: [RequestOrigin: Int] = [:]
    }

    private let limits: TransportLimits
    private let proxies: NetworkList
    private let state = Mutex(State())

    /// Hands out slots within the limits; connections of `proxies` are not counted by address.
    package init(_ limits: TransportLimits, trusting proxies: NetworkList = .machine) {
        self.limits = limits
        self.proxies = proxies
    }

    /// Open connections that hold a slot.
    package var open: Int { state.withLock { $0.taken + $0.spare } }

    /// Takes a slot, which is free again once nothing references it.
    package func take(for address: NetworkAddress?) -> ConnectionSlot {
        let counted = address.map { $0.mapped ?? $0 }.flatMap { proxies.contains($0) ? nil : $0 }
        let origin = counted.map(RequestOrigin.init)
        let kind = state.withLock { state -> ConnectionSlot.Kind in
            if let origin, state.byAddress[origin, default: 0] >= limits.addressConnections {
                return refuse(.tooManyConnections, &state)
            }
            let isFull = state.taken >= limits.connections
            if isFull {
                guard state.spare < limits.spareConnections else { return refuse(.busy, &state) }
                state.spare += 1
            } else {
                state.taken += 1
            }
            if let origin { state.byAddress[origin, default: 0] += 1 }
            return isFull ? .spare : .ordinary
        }
        return ConnectionSlot(kind, of: origin, in: self)
    }

    private func refuse(_ kind: ProblemKind, _ state: inout State) -> ConnectionSlot.Kind {
        TransportRefusals.record(kind)
        guard state.refused < limits.refusedConnections else { return .none }
        state.refused += 1
        return .refused(kind)
    }

    fileprivate func giveBack(_ kind: ConnectionSlot.Kind, of origin: RequestOrigin?) {
        state.withLock { state in
            switch kind {
            case .ordinary: state.taken -= 1
            case .spare: state.spare -= 1
            case .refused: return state.refused -= 1
            case .none: return
            }
            guard let origin, let count = state.byAddress[origin] else { return }
            state.byAddress[origin] = count == 1 ? nil : count - 1
        }
    }
}

/// The slot of one connection; it is free again when its last reference is gone.
///
/// A live stream takes the slot along when it leaves the pipeline in which the connection began.
package final class ConnectionSlot: Sendable {
    package enum Kind: Sendable {
        case ordinary
        /// The connection only answers health checks.
        case spare
        /// The connection gets an answer with the reason and is closed.
        case refused(ProblemKind)
        /// The connection is closed without an answer.
        case none
    }

    package let kind: Kind
    private let origin: RequestOrigin?
    private let slots: ConnectionLimiter

    fileprivate init(_ kind: Kind, of origin: RequestOrigin?, in slots: ConnectionLimiter) {
        self.kind = kind
        self.origin = origin
        self.slots = slots
    }

    deinit { slots.giveBack(kind, of: origin) }
}

/// Counts what is refused before it reaches any route.
package enum TransportRefusals {
    /// - Parameter kind: The reason: one of a few kinds of problem.
    package static func record(_ kind: ProblemKind) {
        Counter(label: "http_transport_refusals_total", dimensions: [("reason", kind.rawValue)]).increment()
    }
}
