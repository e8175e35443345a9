import CLibc
import Feeds
import Foundation
import NIOPosix
import Observations
import Synchronization

/// A file that is read batch by batch on its own thread.
///
/// The next batch is read while the caller stores the previous one.
final class FeedFile: Sendable {
    private let state: Mutex<State>
    /// Reads only while the processor is otherwise idle.
    private let patient: NIOThreadPool?
    private let other = NIOThreadPool(numberOfThreads: 1)
    private let patience: Duration?

    /// How long reading a piece may take.
    ///
    /// It takes some milliseconds on an idle machine.
    static let patience = Duration.milliseconds(250)

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - reader: The reader of its format.
    ///   - patience: How long a piece may wait for an idle processor; `nil` not to wait.
    /// - Throws: Foundation's errors if the file cannot be read.
    init(_ file: URL, reader: FeedReader, patience: Duration?) throws {
        self.patience = patience
        state = Mutex(State(reader: reader, handle: try FileHandle(forReadingFrom: file)))
        patient = patience.map { _ in NIOThreadPool(numberOfThreads: 1) }
        other.start()
        patient?.start()
        // If the system refuses, the thread keeps its normal priority.
        patient?.submit { _ in _ = breathe_run_when_idle() }
    }

    deinit {
        state.withLock { try? $0.handle.close() }
        for pool in [patient, other] { pool?.shutdownGracefully { _ in } }
    }

    /// Returns the next batch, or `nil` at the end of the file.
    ///
    /// On a machine that is never idle, a batch begins at idle priority and is finished at normal priority.
    /// An import becomes slow there, but it does not stop.
    ///
    /// - Throws: `FeedFailure` if the file is invalid from here on, or Foundation's errors. The file is
    ///   unusable afterwards.
    func next() async throws -> Submission? {
        let progress = try await patient?.runIfActive { [self] in
            try state.withLock { try $0.read(givingUpAfter: patience) }
        }
        if case .batch(let batch) = progress { return batch }
        return try await other.runIfActive { [self] in
            guard case .batch(let batch) = try state.withLock({ try $0.read(givingUpAfter: nil) })
            else { preconditionFailure("without patience a file is read to its end") }
            return batch
        }
    }
}

/// The outcome of an attempt to read a batch.
private enum Progress: Sendable {
    /// A batch, or `nil` at the end of the file.
    case batch(Submission?)
    /// Other threads want the processor.
    case starved
}

private struct State {
    private var reader: FeedReader
    let handle: FileHandle
    private var ready: [Submission] = []
    private var isAtEnd = false

    /// The number of bytes read at a time: some thousand rows.
    private static let piece = 1 << 17

    init(reader: FeedReader, handle: FileHandle) {
        self.reader = reader
        self.handle = handle
    }

    /// Reads until a batch is complete, or until a piece takes longer than `patience`.
    mutating func read(givingUpAfter patience: Duration?) throws -> Progress {
        while ready.isEmpty, !isAtEnd {
            let piece = try handle.read(upToCount: Self.piece)
            let start = ContinuousClock.now
            try take(piece)
            if let patience, ready.isEmpty, ContinuousClock.now - start > patience { return .starved }
        }
        return .batch(ready.isEmpty ? nil : ready.removeFirst())
    }

    private mutating func take(_ piece: Data?) throws {
        if let piece, !piece.isEmpty {
            try reader.read(piece) { ready.append($0) }
        } else {
            isAtEnd = true
            try reader.finish { ready.append($0) }
        }
    }
}
