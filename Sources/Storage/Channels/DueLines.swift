import Alerts

/// Lines that are due, by channel, in the order in which they have waited.
struct DueLines {
    /// The place of a line in the order in which lines are sent.
    struct Place {
        var due = Int64.min
        var number = Int64.min
    }

    /// Lines that are read at once.
    private static let page = 1_000

    private var lines: [Int64: [Int64]] = [:]
    private var order: [Int64] = []
    private var count = 0
    private let limit: Int

    /// Whether there may be more.
    var isFull: Bool { count == limit }
    /// The numbers of the lines of each channel.
    var channels: [(channel: Int64, lines: [Int64])] { order.map { ($0, lines[$0] ?? []) } }

    /// Collects lines, those that have waited longest first.
    ///
    /// - Parameters:
    ///   - blocked: Channels whose lines are skipped.
    ///   - limit: The most lines.
    ///   - read: Reads so many lines after a place, with `number`, `channel` and `due`.
    /// - Throws: What `read` throws.
    init(
        passing blocked: Set<Int64>, limit: Int, _ read: (Place, Int) throws -> [QueryRow]
    ) throws {
        self.limit = limit
        var place = Place()
        while !isFull {
            let rows = try read(place, Self.page)
            for row in rows where !isFull {
                place = Place(due: try row["due"], number: try row["number"])
                add(place.number, of: try row["channel"], passing: blocked)
            }
            guard rows.count == Self.page else { return }
        }
    }

    private mutating func add(_ line: Int64, of channel: Int64, passing blocked: Set<Int64>) {
        guard !blocked.contains(channel), lines[channel, default: []].count < OutboxRun.limit else { return }
        if lines[channel] == nil { order.append(channel) }
        lines[channel, default: []].append(line)
        count += 1
    }
}
