/// Values at hand, as many as fit into a number of bytes.
///
/// What must give way is chosen by hash order, which is as good as random, and random replacement needs no book-keeping.
package struct BoundedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// What an entry takes beside its key and value: a place in the table, and the heads of two buffers.
    private static var overhead: Int { 160 }

    private let capacity: Int
    private var entries: [Key: (value: Value, cost: Int)] = [:]
    /// The bytes of everything that is held.
    package private(set) var cost = 0

    /// Creates an empty cache for `capacity` bytes.
    package init(capacity: Int) { self.capacity = capacity }

    package subscript(key: Key) -> Value? { entries[key]?.value }

    /// The number of values.
    package var count: Int { entries.count }

    /// Holds a value of `bytes`, its key included; one that is larger than the whole cache is not held.
    package mutating func keep(_ value: Value, bytes: Int, for key: Key) {
        let added = bytes + Self.overhead
        guard added <= capacity else { return }
        cost += added - (entries.updateValue((value, added), forKey: key)?.cost ?? 0)
        while cost > capacity, let victim = entries.keys.first(where: { $0 != key }) {
            cost -= entries.removeValue(forKey: victim)?.cost ?? 0
        }
    }
}
