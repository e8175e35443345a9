import Synchronization

/// Lets one caller do what several need at the same time.
package final class SingleFlight<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    package init() {}

    /// The callers that wait for a value in the making.
    private let waiting = Mutex<[Key: [CheckedContinuation<Value?, Never>]]>([:])

    /// Makes a value, or waits for another caller that is already making the value of the same key.
    ///
    /// Nothing is stored: a caller that comes after the value was handed out makes it again. When making it
    /// fails, each waiting caller makes it itself.
    package func value<Failure: Error>(
        for key: Key, make: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        if let value = await awaited(key) { return value }
        do {
            let value = try await make()
            handOut(value, for: key)
            return value
        } catch {
            handOut(nil, for: key)
            throw error
        }
    }

    /// The value that another caller makes, or `nil` when this caller must make it.
    private func awaited(_ key: Key) async -> Value? {
        await withCheckedContinuation { continuation in
            let isFirst = waiting.withLock { waiting in
                guard waiting[key] == nil else {
                    waiting[key]?.append(continuation)
                    return false
                }
                waiting[key] = []
                return true
            }
            if isFirst { continuation.resume(returning: nil) }
        }
    }

    private func handOut(_ value: Value?, for key: Key) {
        let waiting = waiting.withLock { $0.removeValue(forKey: key) ?? [] }
        for continuation in waiting { continuation.resume(returning: value) }
    }
}
