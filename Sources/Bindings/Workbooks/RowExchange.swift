import Dispatch
import Synchronization
import Tables

/// Rows of tables on their way from the thread that makes them to the one that writes them, a few batches at a time.
///
/// The tables follow one another. Making rows takes about as long as writing and compressing them, and so two
/// processors take half the time of one.
final class RowExchange: Sendable {
    /// Some rows of a table.
    struct Batch: Sendable {
        /// The cells of all of them, row by row.
        fileprivate(set) var cells: [TableCell] = []
        fileprivate(set) var count = 0
        /// Whether the table ends with it.
        fileprivate(set) var isLast = false
    }

    /// Batches that may wait.
    private static let most = 4
    /// Cells of a batch, and bytes of their texts, about.
    private static let (cells, bytes) = (8_192, 1 << 18)

    private struct State {
        var waiting: [Result<Batch, any Error>] = []
        var isClosed = false
    }

    private let state = Mutex(State())
    private let free = DispatchSemaphore(value: 0)
    private let filled = DispatchSemaphore(value: 0)

    init() {
        // A semaphore that begins higher may not end lower, as it does when rows are left over.
        for _ in 0..<Self.most { free.signal() }
    }

    // MARK: The thread that makes rows

    /// Makes all rows of tables, until the other thread wants no more of them.
    func fill(from tables: [Table]) {
        do {
            for table in tables { guard try fill(from: table) else { return } }
        } catch {
            _ = put(.failure(error))
        }
    }

    private func fill(from table: Table) throws -> Bool {
        let next = try table.rows()
        var row = Array(repeating: TableCell.empty, count: table.columns.count)
        var (batch, bytes) = (Batch(), 0)
        while try next(&row) {
            batch.cells += row
            batch.count += 1
            for case .text(let text) in row { bytes += text.utf8.count }
            guard batch.cells.count >= Self.cells || batch.count >= Self.cells || bytes >= Self.bytes
            else { continue }
            guard put(.success(batch)) else { return false }
            (batch, bytes) = (Batch(), 0)
        }
        batch.isLast = true
        return put(.success(batch))
    }

    /// Hands a batch over once there is room; `false` when nobody takes it.
    private func put(_ batch: Result<Batch, any Error>) -> Bool {
        free.wait()
        let isTaken = state.withLock { state in
            guard !state.isClosed else { return false }
            state.waiting.append(batch)
            return true
        }
        if isTaken { filled.signal() }
        return isTaken
    }

    // MARK: The thread that writes them

    /// Waits for the next batch.
    ///
    /// - Throws: What the rows threw.
    func next() throws -> Batch {
        filled.wait()
        defer { free.signal() }
        return try state.withLock { state in
            let batch = state.waiting.removeFirst()
            // It stays: the next call throws it again.
            if case .failure = batch {
                state.waiting.append(batch)
                filled.signal()
            }
            return batch
        }.get()
    }

    /// Wants no more of them.
    func close() {
        state.withLock { $0.isClosed = true }
        free.signal()
    }
}
