import Feeds
import Foundation

/// A file that is read batch by batch, so that the next batch is made while somebody keeps the one before.
actor FeedFile {
    private var reader: FeedReader
    private let handle: FileHandle
    private var ready: [FeedBatch] = []
    private var isAtEnd = false

    /// Bytes that are read at a time: large enough that reading costs nothing beside splitting.
    private static let chunk = 1 << 20

    /// Opens a file.
    ///
    /// - Throws: What Foundation throws when it cannot be read.
    init(_ file: URL, reader: FeedReader) throws {
        self.reader = reader
        handle = try FileHandle(forReadingFrom: file)
    }

    deinit { try? handle.close() }

    /// The next batch, or `nil` when the file is over.
    ///
    /// - Throws: `FeedFailure` when the file cannot be read on, or what Foundation throws; the file is of no more use then.
    func next() throws -> FeedBatch? {
        while ready.isEmpty, !isAtEnd {
            if let chunk = try handle.read(upToCount: Self.chunk), !chunk.isEmpty {
                try reader.read(chunk) { ready.append($0) }
            } else {
                isAtEnd = true
                try reader.finish { ready.append($0) }
            }
        }
        return ready.isEmpty ? nil : ready.removeFirst()
    }
}
