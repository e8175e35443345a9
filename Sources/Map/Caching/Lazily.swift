import Synchronization

/// A value that is made on first use.
///
/// A failed attempt is repeated on the next use.
package final class Lazily<Value: Sendable, Failure: Error>: Sendable {
    private let made = Mutex<Value?>(nil)
    private let make: @Sendable () throws(Failure) -> Value

    package init(_ make: @escaping @Sendable () throws(Failure) -> Value) { self.make = make }

    /// The value, which the first use makes.
    ///
    /// - Throws: What the attempt to make it has thrown.
    package func value() throws(Failure) -> Value {
        try made.withLock { made throws(Failure) -> Value in
            if let made { return made }
            let value = try make()
            made = value
            return value
        }
    }
}
