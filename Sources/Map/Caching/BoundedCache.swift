/// A cache that is bounded by the number of its bytes.
///
/// The entry to evict is the first in hash order, which is as good as random; random replacement needs no
/// book-keeping.
package struct BoundedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// The bytes of an entry besides its key and value: a slot in the table, and the heads of two buffers.
    private static var overhead: Int { 160 }

    private let capacity: Int
    private var entries: [Key: (value: Value, cost: Int)] = [:]
    /// The bytes of all entries.
    package private(set) var cost = 0

    /// Creates an empty cache of at most `capacity` bytes.
    package init(capacity: Int) { self.capacity = capacity }

    package subscript(key: Key) -> Value? { entries[key]?.value }

    /// The number of values.
    package var count: Int { entries.count }

    /// Stores a value of `bytes`, which include its key; a value larger than the whole cache is not stored.
    package mutating func keep(_ value: Value, bytes: Int, for key: Key) {
        let added = bytes + Self.overhead
        guard added <= capacity else { return }
        cost += added - (entries.updateValue((value, added), forKey: key)?.cost ?? 0)
        while cost > capacity, let victim = entries.keys.first(where: { $0 != key }) {
            cost -= entries.removeValue(forKey: victim)?.cost ?? 0
        }
    }
}
