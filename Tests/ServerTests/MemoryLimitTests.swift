import Feeds
import Foundation
import Testing

@testable import Server

/// What the files of control groups say about memory, in both editions of Linux.
struct MemoryLimitTests {
    private static let container = 120 << 20

    /// Makes a folder with files of control groups.
    private func limit(_ groups: String, _ files: [String: String]) throws -> MemoryLimit {
        let root = FileManager.default.temporaryDirectory.appending(path: "groups-\(UUID())")
        for (path, text) in files {
            let file = root.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        return MemoryLimit(root: root, groups: groups)
    }

    @Test(arguments: [
        ("0::/\n", ["memory.max": "125829120\n"]),
        ("0::/a/b\n", ["a/memory.max": "125829120\n", "a/b/memory.max": "max\n", "a/b/c/memory.max": "1\n"]),
        ("0::/unseen\n", ["memory.max": "125829120\n"]),
        ("4:cpu,memory:/x\n3:pids:/\n0::/\n", ["memory/x/memory.limit_in_bytes": "125829120\n"]),
        (
            "4:memory:/x\n",
            [
                "memory/memory.limit_in_bytes": "9223372036854771712\n",
                "memory/x/memory.limit_in_bytes": "125829120\n",
            ]
        ),
    ])
    func `the smallest limit around the process counts`(groups: String, files: [String: String]) throws {
        let limit = try limit(groups, files)
        defer { try? FileManager.default.removeItem(at: limit.root) }
        #expect(limit.bytes == Self.container)
        #expect(limit.documentBytes == 3 << 20)
    }

    @Test(arguments: [
        ("", [:]), ("0::/\n", ["memory.max": "max\n"]), ("4:memory:/\n", ["memory.max": "1\n"]),
        ("nonsense", ["memory.max": "1\n"]),
    ])
    func `without a limit a document may be as large as ever`(
        groups: String, files: [String: String]
    ) throws {
        let limit = try limit(groups, files)
        defer { try? FileManager.default.removeItem(at: limit.root) }
        #expect(limit.bytes == nil)
        #expect(limit.documentBytes == FeedLimits.documentBytes)
    }

    @Test(arguments: [("1\n", 1), ("1099511627776\n", 64)])
    func `a document may have at least one and at most 64 MiB`(text: String, mebibytes: Int) throws {
        let limit = try limit("0::/\n", ["memory.max": text])
        defer { try? FileManager.default.removeItem(at: limit.root) }
        #expect(limit.documentBytes == mebibytes << 20)
    }
}
