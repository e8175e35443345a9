/// Which statements a connection has prepared, and under which names.
///
/// A statement is prepared with the types of its parameters, so the same text with other types is another
/// statement. A full book gives up the statement that was not used for longest.
struct PreparedStatements {
    /// The most statements: above the 450 of the program, each about 20 kB in the server.
    static let limit = 512

    /// What the server prepared: the text, and the numbers of the types of its parameters.
    struct Form: Hashable {
        let text: String
        let types: [UInt32]
    }

    private struct Entry {
        let name: String
        var used: UInt64
    }

    private var entries: [Form: Entry] = [:]
    private var clock: UInt64 = 0
    private var named = 0

    mutating func name(of form: Form) -> String? {
        guard let place = entries.index(forKey: form) else { return nil }
        clock += 1
        entries.values[place].used = clock
        return entries.values[place].name
    }

    /// A name that no statement had before.
    mutating func nextName() -> String {
        named += 1
        return "s\(named)"
    }

    mutating func add(_ name: String, for form: Form) {
        clock += 1
        entries[form] = Entry(name: name, used: clock)
    }

    /// Gives up a statement when the book is full, and returns its name.
    mutating func surplus() -> String? {
        guard entries.count >= Self.limit,
            let oldest = entries.min(by: { $0.value.used < $1.value.used })
        else { return nil }
        entries[oldest.key] = nil
        return oldest.value.name
    }
}
