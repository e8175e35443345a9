package import Allergens
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

    /// No document can be read soon: as many wait as may, one of the same station is there already, or too much time
    /// has passed.
    package struct Busy: Error {}

    private struct State {
        var taken = 0
        /// The stations whose documents are held or wait.
        var owners: Set<Station.ID> = []
        var nextTicket = 0
        var waiting: [(ticket: Int, turn: CheckedContinuation<Void, any Error>)] = []
        /// Those who have a ticket and do not stand in the queue yet; who goes before that is taken out again.
        var coming: Set<Int> = []
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
    ///   - owner: The station that sends it, of which one is taken at a time; `nil` for what comes by itself once an hour,
    ///     which waits as long as it takes, however many wait already.
    ///   - act: What needs the slot.
    /// - Returns: What comes of the act.
    /// - Throws: ``Busy``, `CancellationError` while it waits, and what the act throws.
    package func withSlot<Value>(
        for owner: Station.ID? = nil, _ act: () async throws -> Value
    ) async throws -> Value {
        if let owner {
            guard state.withLock({ $0.owners.insert(owner).inserted }) else { throw Busy() }
        }
        defer { if let owner { state.withLock { _ = $0.owners.remove(owner) } } }
        try await take(isPatient: owner == nil)
        defer { giveBack() }
        return try await act()
    }

    /// How many wait.
    package var waiting: Int { state.withLock(\.waiting.count) }

    private func take(isPatient: Bool) async throws {
        let ticket: Int? = try state.withLock { state in
            guard state.taken == limit else {
                state.taken += 1
                return nil
            }
            guard isPatient || state.waiting.count < queue else { throw Busy() }
            state.nextTicket += 1
            state.coming.insert(state.nextTicket)
            return state.nextTicket
        }
        guard let ticket else { return }
        let alarm =
            isPatient
            ? nil
            : Task { [patience] in
                try await Task.sleep(for: patience)
                leave(ticket, because: Busy())
            }
        defer { alarm?.cancel() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { queueUp(ticket, $0) }
        } onCancel: {
            leave(ticket, because: CancellationError())
        }
    }

    /// A slot may have become free since, and who waits may have been cancelled.
    private func queueUp(_ ticket: Int, _ turn: CheckedContinuation<Void, any Error>) {
        let isGone: Bool? = state.withLock { state in
            guard state.coming.remove(ticket) != nil else { return true }
            guard state.taken == limit else {
                state.taken += 1
                return false
            }
            state.waiting.append((ticket, turn))
            return nil
        }
        switch isGone {
        case true?: turn.resume(throwing: CancellationError())
        case false?: turn.resume()
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

    /// Hands the slot to who has waited longest.
    private func giveBack() {
        let next: CheckedContinuation<Void, any Error>? = state.withLock { state in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst().turn }
            state.taken -= 1
            return nil
        }
        next?.resume()
    }
}
