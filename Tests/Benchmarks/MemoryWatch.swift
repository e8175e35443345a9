import Dispatch
import Foundation
import Synchronization

/// Watches the memory of its own that the program has, without the pages of mapped files, which the system reclaims.
final class MemoryWatch: Sendable {
    private static let interval = DispatchTimeInterval.milliseconds(20)

    private let highest = Mutex(0.0)
    private let queue = DispatchQueue(label: "memory")

    /// Runs something, and returns the most memory that the program had meanwhile, in MB.
    static func megabytes(during act: () async throws -> Void) async throws -> Double {
        let watch = MemoryWatch()
        let timer = DispatchSource.makeTimerSource(queue: watch.queue)
        timer.schedule(deadline: .now(), repeating: interval)
        timer.setEventHandler { watch.look() }
        timer.resume()
        defer { timer.cancel() }
        try await act()
        watch.look()
        return watch.highest.withLock { $0 }
    }

    /// Anonymous resident memory (proc_pid_status(5)).
    private func look() {
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix("RssAnon:") }),
            let kilobytes = line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({
                Double($0)
            })
        else { return }
        highest.withLock { $0 = max($0, kilobytes * 1_024 / 1e6) }
    }
}
