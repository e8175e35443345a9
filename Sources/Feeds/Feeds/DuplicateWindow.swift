/// Remembers where a key came first, for as many keys as ``FeedLimits/duplicateWindow`` and up to twice as many.
///
/// Two generations take turns: when the younger is full the older is forgotten, so that memory stays the same however long
/// the file is.
struct DuplicateWindow {
    private var younger: [UInt64: Int] = [:]
    private var older: [UInt64: Int] = [:]
    private let limit: Int

    init(limit: Int = FeedLimits.duplicateWindow) { self.limit = limit }

    /// The line in which a key came first, which is `line` when it is not remembered.
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
