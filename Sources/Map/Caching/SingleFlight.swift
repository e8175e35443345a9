import Synchronization

/// Lets one caller do what several need at the same time.
package final class SingleFlight<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    package init() {}

    /// Those who wait for a value that somebody makes just now.
    private let waiting = Mutex<[Key: [CheckedContinuation<Value?, Never>]]>([:])

    /// Makes a value, or waits for whoever makes that of the same key already.
    ///
    /// Nothing is kept: whoever calls after the value was handed out makes it again. When making it fails, those
    /// who waited each try for themselves.
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

    /// The value that somebody else makes, or `nil` when the caller is to make it.
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
