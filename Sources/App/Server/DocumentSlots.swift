package import Observations
import Synchronization

/// Limits how many documents are in memory at a time.
///
/// Others wait for their turn.
///
/// A JSON document is read as a whole: 64 MiB of text and 2 000 000 entries of a hundred bytes are some 300
/// MB. Files of rows are streamed and need no slot.
package final class DocumentSlots: Sendable {
    /// The default number of documents at a time: as many as a machine with 1 GB can hold.
    package static let usualLimit = 2
    /// The default number of uploads that may wait.
    ///
    /// Their bodies are not read meanwhile, so each costs only a connection.
    package static let usualQueue = 16
    /// The default wait of an upload: a little less than a connection may be idle.
    package static let usualPatience = Duration.seconds(60)

    /// The most uploads of one station that may wait.
    ///
    /// A station has at most one slot, which leaves the others free.
    package static let ownQueue = 8

    /// No slot is available: the queue is full, in total or for this station, or the wait was too long.
    package struct Busy: Error {}

    private struct Waiting {
        let ticket: Int
        let owner: Station.ID?
        let turn: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var taken = 0
        /// The stations that hold a slot.
        var holders: Set<Station.ID> = []
        var nextTicket = 0
        var waiting: [Waiting] = []
        /// Tickets that are not in the queue yet.
        ///
        /// A task that is cancelled at this point removes its ticket.
        var coming: Set<Int> = []

        /// Takes a slot if one is available for this owner.
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

    /// Runs a task with a slot, in the order in which slots were requested.
    ///
    /// - Parameters:
    ///   - owner: The station that sends the document, or `nil` for a fetched feed. A feed comes once an hour
    ///     and waits as long as necessary, however long the queue is.
    ///   - act: The task that needs the slot.
    /// - Returns: The result of the task.
    /// - Throws: ``Busy``, `CancellationError` while waiting, and the errors of the task.
    package func withSlot<Value>(
        for owner: Station.ID? = nil, _ act: () async throws -> Value
    ) async throws -> Value {
        try await take(for: owner)
        defer { giveBack(by: owner) }
        return try await act()
    }

    /// The number of waiting tasks.
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

    /// Joins the queue, unless a slot has become free or the task was cancelled meanwhile.
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

    /// Passes the slot to the longest waiting owner without one.
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
