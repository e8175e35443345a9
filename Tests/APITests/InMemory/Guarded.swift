import Synchronization

/// A value that a test and the routes share.
final class Guarded<Value: Sendable>: Sendable {
    private let mutex: Mutex<Value>

    init(_ value: Value) { mutex = Mutex(value) }

    var value: Value {
        get { mutex.withLock { $0 } }
        set { mutex.withLock { $0 = newValue } }
    }

    /// Reads and changes the value in one step.
    func change<Outcome: Sendable>(_ act: @Sendable (inout Value) throws -> Outcome) rethrows -> Outcome {
        try mutex.withLock { try act(&$0) }
    }
}
