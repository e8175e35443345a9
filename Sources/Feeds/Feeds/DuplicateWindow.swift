/// Remembers the first line of each key, for at least ``FeedLimits/duplicateWindow`` keys and at most twice
/// as many.
///
/// Two generations take turns. When the younger is full, the older is dropped, so memory stays constant
/// however long the file is.
struct DuplicateWindow {
    private var younger: [UInt64: Int] = [:]
    private var older: [UInt64: Int] = [:]
    private let limit: Int

    init(limit: Int = FeedLimits.duplicateWindow) { self.limit = limit }

    /// Returns the first line of a key, or records and returns `line` if the key is not remembered.
    mutating func firstLine(of key: UInt64, orElse line: Int) -> Int {
        if !older.isEmpty, let first = older[key] { return first }
        if younger.count >= limit {
            older = younger
            younger = Dictionary(minimumCapacity: limit)
            if let first = older[key] { return first }
        }
        func keep(_ first: inout Int) -> Int {
            if first == 0 { first = line }
            return first
        }
        return keep(&younger[key, default: 0])
    }
}
