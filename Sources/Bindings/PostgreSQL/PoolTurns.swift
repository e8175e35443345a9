/// Whose turn it is to use one of a bounded number of connections.
struct PoolTurns: Sendable {
    /// Resumed with a connection, or with `nil` for the right to make one.
    typealias Waiting = CheckedContinuation<PostgreSQLConnection?, any Error>

    enum Turn {
        case now(PostgreSQLConnection?)
        case later
        case closed
    }

    let size: Int
    /// The one that was used last comes first: its memory is warm, and the others can be closed by the
    /// server.
    private var idle: [PostgreSQLConnection]
    /// Connections and rights to make one, in use or not.
    private var count = 1
    /// By a number that grows, in the order in which they came.
    private var waiting: [(number: UInt64, continuation: Waiting)] = []
    private var last: UInt64 = 0
    private var isClosed = false

    init(_ first: PostgreSQLConnection, size: Int) {
        idle = [first]
        self.size = size
    }

    mutating func nextNumber() -> UInt64 {
        last += 1
        return last
    }

    mutating func take(_ number: UInt64, _ continuation: Waiting) -> Turn {
        if isClosed { return .closed }
        if let connection = idle.popLast() { return .now(connection) }
        if count < size {
            count += 1
            return .now(nil)
        }
        waiting.append((number, continuation))
        return .later
    }

    /// Gives up waiting; `nil` when that is over already.
    mutating func leave(_ number: UInt64) -> Waiting? {
        guard let place = waiting.firstIndex(where: { $0.number == number }) else { return nil }
        return waiting.remove(at: place).continuation
    }

    /// Takes a connection back, or with `nil` the right to make one.
    ///
    /// - Returns: Who gets it next.
    mutating func giveBack(_ connection: PostgreSQLConnection?) -> Waiting? {
        if !waiting.isEmpty { return waiting.removeFirst().continuation }
        if let connection, !isClosed { idle.append(connection) } else { count -= 1 }
        return nil
    }

    /// Lets go of everything that is not in use.
    ///
    /// - Returns: Who waits in vain.
    mutating func close() -> [Waiting] {
        isClosed = true
        count -= idle.count
        idle = []
        defer { waiting = [] }
        return waiting.map(\.continuation)
    }
}
