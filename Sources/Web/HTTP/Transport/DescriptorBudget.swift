import Foundation
import HummingbirdCore
package import Logging

#if canImport(Glibc)
    import Glibc
#endif

/// Accepts no more connections than the process has file descriptors for.
///
/// When `accept` fails for want of a descriptor, the connection stays in the queue, and the event loop wakes for
/// it again and again. So this stops accepting before that, and resumes when a connection closes.
package struct DescriptorBudget: AvailableConnectionsDelegate {
    /// Descriptors that are left for files, name servers and outgoing connections.
    package static let reserve = 24
    /// Connections below which the operator is warned: a browser opens six.
    static let usual = 512

    /// The largest number of open connections.
    package let most: Int
    private var open = 0
    private let logger: Logger

    /// A budget for this process, whose limit is raised as far as the system allows.
    ///
    /// - Parameter logger: Is told when the limit is so low that clients will have to wait.
    package init(logger: Logger) {
        let limit = Self.raisedLimit()
        let used = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 64
        self.init(limit: limit, used: used, logger: logger)
        if most < Self.usual {
            logger.warning(
                "few file descriptors",
                metadata: ["limit": "\(limit)", "connections": "\(most)", "remedy": "raise ulimit -n"])
        }
    }

    init(limit: Int, used: Int, logger: Logger) {
        most = max(1, limit - used - Self.reserve)
        self.logger = logger
    }

    private static func raisedLimit() -> Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1_024 }
        limit.rlim_cur = min(limit.rlim_max, 1 << 20)
        _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        _ = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return Int(clamping: limit.rlim_cur)
    }

    package mutating func connectionOpened() {
        open += 1
        if open == most {
            logger.warning("no more connections accepted", metadata: ["open": "\(open)"])
        }
    }

    package mutating func connectionClosed() { open -= 1 }

    package func isAcceptingNewConnections() -> Bool { open < most }
}
