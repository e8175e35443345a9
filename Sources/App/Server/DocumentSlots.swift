package import Observations
import Synchronization

/// Lets so many documents be held in memory at a time, and others wait for their turn.
///
/// A JSON document is read as a whole: 64 MiB of text and 2 000 000 entries of a hundred bytes are some 300 MB. Files of
/// rows pass through and need no slot.
package final class DocumentSlots: Sendable {
    /// Documents at a time: as many as a machine with 1 GB bears.
    package static let usualLimit = 2
    /// Uploads that may wait; their bodies are not read meanwhile, so that each costs a connection and no more.
    package static let usualQueue = 16
    /// How long an upload waits: a little less than a connection may be silent.
    package static let usualPatience = Duration.seconds(60)

    /// Uploads of one station that may wait: it has one slot at most, so that others have the rest.
    package static let ownQueue = 8

    /// No document can be read soon: as many wait as may, in all or of this station, or too much time has passed.
    package struct Busy: Error {}

    private struct Waiting {
        let ticket: Int
        let owner: Station.ID?
        let turn: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var taken = 0
        /// The stations that have a slot.
        var holders: Set<Station.ID> = []
        var nextTicket = 0
        var waiting: [Waiting] = []
        /// Those who have a ticket and do not stand in the queue yet; who goes before that is taken out again.
        var coming: Set<Int> = []

        /// Takes a slot, if there is one for this owner.
        mutating func take(for owner: Station.ID?, limit: Int) -> Bool {
            guard taken < limit else { return false }
            if let owner { guard holders.insert(owner).inserted else { return false } }
            taken += 1
            return true
        }

        mutating func giveBack(by owner: Station.ID?) {
            taken -= 1
            if let owner { holders.remove(owner) }
        }
    }

    private let limit: Int
    private let queue: Int
    private let patience: Duration
    private let state = Mutex(State())

    package init(limit: Int = usualLimit, queue: Int = usualQueue, patience: Duration = usualPatience) {
        precondition(limit > 0, "without a slot nothing is ever read")
        self.limit = limit
        self.queue = queue
        self.patience = patience
    }

    /// Does something while a slot is taken, in the order in which slots were asked for.
    ///
    /// - Parameters:
    ///   - owner: The station that sends it; `nil` for what comes by itself once an hour, which waits as long as it takes,
    ///     however many wait already.
    ///   - act: What needs the slot.
    /// - Returns: What comes of the act.
    /// - Throws: ``Busy``, `CancellationError` while it waits, and what the act throws.
    package func withSlot<Value>(
        for owner: Station.ID? = nil, _ act: () async throws -> Value
    ) async throws -> Value {
        try await take(for: owner)
        defer { giveBack(by: owner) }
        return try await act()
    }

    /// How many wait.
    package var waiting: Int { state.withLock(\.waiting.count) }

    private func take(for owner: Station.ID?) async throws {
        let ticket: Int? = try state.withLock { state in
            if state.take(for: owner, limit: limit) { return nil }
            if let owner {
                let own = state.waiting.count { $0.owner == owner }
                guard state.waiting.count < queue, own < Self.ownQueue else { throw Busy() }
            }
            state.nextTicket += 1
            state.coming.insert(state.nextTicket)
            return state.nextTicket
        }
        guard let ticket else { return }
        let alarm =
            owner == nil
            ? nil
            : Task { [patience] in
                try await Task.sleep(for: patience)
                leave(ticket, because: Busy())
            }
        defer { alarm?.cancel() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation {
                queueUp(Waiting(ticket: ticket, owner: owner, turn: $0))
            }
        } onCancel: {
            leave(ticket, because: CancellationError())
        }
    }

    /// A slot may have become free since, and who waits may have been cancelled.
    private func queueUp(_ waiting: Waiting) {
        let isGone: Bool? = state.withLock { state in
            guard state.coming.remove(waiting.ticket) != nil else { return true }
            if state.take(for: waiting.owner, limit: limit) { return false }
            state.waiting.append(waiting)
            return nil
        }
        switch isGone {
        case true?: waiting.turn.resume(throwing: CancellationError())
        case false?: waiting.turn.resume()
        case nil: break
        }
    }

    private func leave(_ ticket: Int, because reason: any Error) {
        let turn: CheckedContinuation<Void, any Error>? = state.withLock { state in
            guard let place = state.waiting.firstIndex(where: { $0.ticket == ticket }) else {
                state.coming.remove(ticket)
                return nil
            }
            return state.waiting.remove(at: place).turn
        }
        turn?.resume(throwing: reason)
    }

    /// Hands the slot to who has waited longest and has none.
    private func giveBack(by owner: Station.ID?) {
        let next: CheckedContinuation<Void, any Error>? = state.withLock { state in
            state.giveBack(by: owner)
            for (place, waiting) in state.waiting.enumerated()
            where state.take(for: waiting.owner, limit: limit) {
                return state.waiting.remove(at: place).turn
            }
            return nil
        }
        next?.resume()
    }
}
