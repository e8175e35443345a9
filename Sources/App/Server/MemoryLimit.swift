import Feeds
import Foundation

/// The memory that a control group of Linux, such as that of a container, leaves its processes.
struct MemoryLimit {
    /// Memory of the service without a document.
    private static let rest = 64 << 20
    /// Bytes of memory for each byte of a document of JSON; seven were measured with 75 bytes for each reading.
    private static let memoryOfByte = 8

    /// The root of the file systems that describe control groups.
    let root: URL
    /// The control groups of the process, as `/proc/self/cgroup` lists them.
    let groups: String

    /// Describes where this process runs.
    static var current: MemoryLimit {
        MemoryLimit(
            root: URL(filePath: "/sys/fs/cgroup"),
            groups: (try? String(contentsOf: URL(filePath: "/proc/self/cgroup"), encoding: .utf8)) ?? "")
    }

    /// The smallest limit of the group and those around it, in bytes; `nil` without one.
    var bytes: Int? {
        let all = groups.split(separator: "\n").flatMap { (line: Substring) -> [Int] in
            let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3 else { return [] }
            let isUnified = parts[0] == "0"
            guard isUnified || parts[1].split(separator: ",").contains("memory") else { return [] }
            return limits(
                of: String(parts[2]), below: isUnified ? root : root.appending(path: "memory"),
                in: isUnified ? "memory.max" : "memory.limit_in_bytes")
        }
        return all.min()
    }

    /// The bytes that a document may have so that two fit into memory, at most `FeedLimits.documentBytes`.
    var documentBytes: Int {
        guard let bytes else { return FeedLimits.documentBytes }
        let each = (bytes - Self.rest) / (DocumentSlots.usualLimit * Self.memoryOfByte)
        return min(FeedLimits.documentBytes, max(1, each >> 20) << 20)
    }

    /// Reads the limits of a group and of those around it.
    ///
    /// A container may see its own group at the root and yet be told the path that the host knows.
    private func limits(of group: String, below folder: URL, in file: String) -> [Int] {
        let names = group.split(separator: "/")
        return (0...names.count).compactMap { depth in
            let url = names.prefix(depth).reduce(folder) { $0.appending(path: $1) }.appending(path: file)
            guard let text = try? String(contentsOf: url, encoding: .utf8) else { return nil }
            return Int(text.trimmingCharacters(in: .whitespacesAndNewlines))
        }
    }
}
