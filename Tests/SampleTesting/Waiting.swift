/// An awaited event did not come.
package struct Late: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}

/// The waiting time after which something counts as hanging.
///
/// It is counted in turns of waiting and not read off a clock: if a busy machine stands still for minutes,
/// that uses up one turn.
package let patience = Duration.seconds(600)

/// Asks until there is an answer.
///
/// - Parameters:
///   - complaint: What is wrong when none comes.
///   - pause: The least time that one turn of waiting takes.
///   - ask: Gives the answer, or `nil` while there is none.
/// - Returns: The answer.
/// - Throws: ``Late`` after as many turns as fit into ``patience``, and what asking throws.
@discardableResult
package func awaited<Value>(
    _ complaint: String, every pause: Duration = .milliseconds(20), _ ask: () async throws -> Value?
) async throws -> Value {
    for _ in 0..<Int(patience / pause) {
        if let value = try await ask() { return value }
        try await Task.sleep(for: pause)
    }
    guard let value = try await ask() else { throw Late("\(complaint) while \(patience) were waited") }
    return value
}

/// Waits for the end of an action that never ends when something is wrong.
///
/// - Parameters:
///   - complaint: What is wrong when it does not end.
///   - act: Ends early when it is cancelled.
/// - Returns: Its result.
/// - Throws: ``Late`` after ``patience``, and what the action throws.
package func unlessItHangs<Value: Sendable>(
    _ complaint: String, _ act: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
        defer { group.cancelAll() }
        group.addTask { try await act() }
        group.addTask {
            for _ in 0..<patience.components.seconds { try await Task.sleep(for: .seconds(1)) }
            throw Late("\(complaint) while \(patience) were waited")
        }
        guard let value = try await group.next() else { throw Late(complaint) }
        return value
    }
}
