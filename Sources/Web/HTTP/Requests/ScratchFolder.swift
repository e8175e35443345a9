package import Foundation
package import Hummingbird
import NIOCore

#if canImport(Glibc)
    import Glibc
#endif

/// A private temporary folder, deleted when its last reference is gone.
///
/// It is locked as long as it is used. The system ends the lock with the process, so that a folder without
/// one was left behind by a process that was killed.
package final class ScratchFolder: Sendable {
    private static let prefix = "breathe-scratch-"

    package let url: URL
    /// The descriptor that holds the lock.
    private let lock: Int32

    /// - Parameter parent: Where the folder is made.
    /// - Throws: An error of the file system.
    package init(in parent: URL = FileManager.default.temporaryDirectory) throws {
        url = parent.appending(path: ScratchFolder.prefix + UUID().uuidString)
        try FileManager.default.createDirectory(
            at: url, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        guard let held = ScratchFolder.locked(url) else {
            try? FileManager.default.removeItem(at: url)
            throw CocoaError(.fileWriteUnknown)
        }
        lock = held
    }

    /// Locks a folder that nobody else has locked.
    ///
    /// - Returns: The descriptor that holds the lock; `nil` if somebody else has it, or may read the folder alone.
    private static func locked(_ folder: URL) -> Int32? {
        let file = open(folder.path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { return nil }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            close(file)
            return nil
        }
        return file
    }

    /// Removes the folders of processes that were killed; those of others that run stay.
    ///
    /// - Parameter parent: Where the folders are made.
    /// - Returns: How many were removed.
    package static func removeLeftovers(in parent: URL = FileManager.default.temporaryDirectory) -> Int {
        let found = try? FileManager.default.contentsOfDirectory(at: parent, includingPropertiesForKeys: nil)
        return (found ?? []).filter { $0.lastPathComponent.hasPrefix(prefix) }.count { folder in
            guard let file = locked(folder) else { return false }
            defer { close(file) }
            return (try? FileManager.default.removeItem(at: folder)) != nil
        }
    }

    /// The bytes of a file in the folder, streamed in pieces.
    ///
    /// The folder is deleted before the first of them is sent, so it has one body. The system frees the file
    /// when it is closed, even if this process is killed, and no copy of what was sealed stays behind.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - turn: The request, which ends before the last piece is sent, or when the client is gone.
    /// - Returns: The body of a response.
    /// - Throws: An error of the file system.
    package func body(of file: URL, during turn: RequestTurn? = nil) throws -> ResponseBody {
        let handle = try FileHandle(forReadingFrom: file)
        try FileManager.default.removeItem(at: url)
        let size = Int(try handle.seekToEnd())
        try handle.seek(toOffset: 0)
        return ResponseBody(contentLength: size) { writer in
            var rest = size
            while rest > 0, let piece = try handle.read(upToCount: 1 << 16), !piece.isEmpty {
                rest -= piece.count
                if rest == 0 {
                    try handle.close()
                    // A client that has all of it may ask for the next one at once.
                    turn?.end()
                }
                try await writer.write(ByteBuffer(bytes: piece))
            }
            turn?.end()
            try await writer.finish(nil)
        }
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
        close(lock)
    }
}
