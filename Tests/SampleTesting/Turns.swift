/// Lets a few pieces of work run at a time, in the order in which they came.
package actor Turns {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// - Parameter count: How many pieces run at a time, 1 or more.
    package init(_ count: Int) { free = count }

    /// Runs a piece of work when its turn comes.
    ///
    /// - Throws: What the work throws.
    package func run<Value: Sendable>(_ work: @Sendable () async throws -> Value) async rethrows -> Value {
        if free > 0 {
            free -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
        defer {
            if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
        }
        return try await work()
    }
}
