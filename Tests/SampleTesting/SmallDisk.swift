package import Foundation

/// A file system of its own, in memory, so small that a test can fill it.
package final class SmallDisk: Sendable {
    package let folder: URL

    /// Whether file systems can be mounted here, which takes the rights of root.
    package static var isPossible: Bool { (try? SmallDisk(mebibytes: 1)) != nil }

    package init(mebibytes: Int) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "breathe-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        do {
            try Self.run("mount", "-t", "tmpfs", "-o", "size=\(mebibytes)m", "tmpfs", folder.path)
        } catch {
            try? FileManager.default.removeItem(at: folder)
            throw error
        }
    }

    deinit {
        try? Self.run("umount", "--lazy", folder.path)
        try? FileManager.default.removeItem(at: folder)
    }

    private var ballast: URL { folder.appending(path: "ballast") }

    /// Fills it to the last byte.
    package func fill() throws {
        try Data().write(to: ballast)
        let file = try FileHandle(forWritingTo: ballast)
        defer { try? file.close() }
        for size in [1 << 16, 1 << 12, 1] {
            let piece = Data(count: size)
            while (try? file.write(contentsOf: piece)) != nil {}
        }
    }

    /// Makes room again.
    package func clear() throws { try FileManager.default.removeItem(at: ballast) }

    private static func run(_ arguments: String...) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.fileWriteNoPermission) }
    }
}
