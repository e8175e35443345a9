package import Foundation

/// A file system of its own, in memory, so small that a test can fill it.
package final class SmallDisk: Sendable {
    package let folder: URL

    /// Whether file systems can be mounted here, which takes the rights of root.
    package static var isPossible: Bool { (try? SmallDisk(mebibytes: 1)) != nil }

    package init(mebibytes: Int) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "breathe-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        guard mount("tmpfs", folder.path, "tmpfs", 0, "size=\(mebibytes)m") == 0 else {
            try? FileManager.default.removeItem(at: folder)
            throw CocoaError(.fileWriteNoPermission)
        }
    }

    deinit {
        umount2(folder.path, Int32(MNT_DETACH))
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

    /// Lets nothing be written any more.
    package func makeReadOnly() throws {
        guard mount("tmpfs", folder.path, "tmpfs", UInt(MS_REMOUNT | MS_RDONLY), nil) == 0 else {
            throw CocoaError(.fileWriteNoPermission)
        }
    }
}
