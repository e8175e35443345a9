package import Foundation
import Synchronization

/// The first line that a process prints, read on a thread of its own: the tests have few.
///
/// Foundation's `readabilityHandler` is not used. Handlers that come and go while bytes arrive now and then end the
/// program within Dispatch (https://github.com/swiftlang/swift-corelibs-libdispatch/issues/949).
package final class FirstLine: Sendable {
    private let line = Mutex<String??>(.none)

    /// Begins to read.
    ///
    /// - Parameter output: What the process prints. It is read until the line ends, or the output.
    package init(of output: FileHandle) {
        Thread.detachNewThread { [self] in
            var bytes = Data()
            while bytes.last != UInt8(ascii: "\n") {
                guard let next = try? output.read(upToCount: 1), !next.isEmpty
                else { return line.withLock { $0 = .some(nil) } }
                bytes += next
            }
            let text = String(decoding: bytes.dropLast(), as: UTF8.self)
            line.withLock { $0 = text }
        }
    }

    /// Waits for the line.
    ///
    /// - Parameter complaint: What is wrong when neither a line nor an end comes.
    /// - Returns: The line without its end; `nil` when the output ended before.
    /// - Throws: ``Late`` after ``patience``.
    package func text(orComplain complaint: String) async throws -> String? {
        try await awaited(complaint) { line.withLock(\.self) }
    }
}
