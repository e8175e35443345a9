import CLibc
import Feeds
import Foundation
import NIOPosix
import Synchronization

/// A file that is read batch by batch on a thread of its own, so that the next batch is made while somebody keeps the one
/// before.
final class FeedFile: Sendable {
    private let state: Mutex<State>
    /// Reads while nobody else wants the processor.
    private let patient: NIOThreadPool?
    private let other = NIOThreadPool(numberOfThreads: 1)
    private let patience: Duration?

    /// How long a piece may take that takes some milliseconds where nobody else is.
    static let patience = Duration.milliseconds(250)

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - reader: Reads it.
    ///   - patience: How long a piece of it may wait until nobody else wants the processor; `nil` where it does not wait.
    /// - Throws: What Foundation throws when it cannot be read.
    init(_ file: URL, reader: FeedReader, patience: Duration?) throws {
        self.patience = patience
        state = Mutex(State(reader: reader, handle: try FileHandle(forReadingFrom: file)))
        patient = patience.map { _ in NIOThreadPool(numberOfThreads: 1) }
        other.start()
        patient?.start()
        // Where the system refuses, the file is read as everything else is done.
        patient?.submit { _ in _ = breathe_run_when_idle() }
    }

    deinit {
        state.withLock { try? $0.handle.close() }
        for pool in [patient, other] { pool?.shutdownGracefully { _ in } }
    }

    /// The next batch, or `nil` when the file is over.
    ///
    /// On a machine that is never idle a batch begins with patience and is finished without: an import becomes slow there, but
    /// it does not stand still.
    ///
    /// - Throws: `FeedFailure` when the file cannot be read on, or what Foundation throws; the file is of no more use then.
    func next() async throws -> FeedBatch? {
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

/// How far reading has come.
private enum Progress: Sendable {
    /// There is a batch; `nil` when the file is over.
    case batch(FeedBatch?)
    /// Others want the processor.
    case starved
}

private struct State {
    private var reader: FeedReader
    let handle: FileHandle
    private var ready: [FeedBatch] = []
    private var isAtEnd = false

    /// Bytes that are read at a time: some thousand rows.
    private static let piece = 1 << 17

    init(reader: FeedReader, handle: FileHandle) {
        self.reader = reader
        self.handle = handle
    }

    /// Reads until there is a batch, or until a piece has taken longer than `patience`.
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
