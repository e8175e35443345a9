package import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// The files of a database: the file itself, its write-ahead log, the index of that log, and the run marks.
package struct DatabaseFiles: Sendable {
    package let path: String

    package init(path: String) { self.path = path }

    /// The write-ahead log.
    package var log: String { path + "-wal" }
    /// The index of the log, which is shared memory.
    package var logIndex: String { path + "-shm" }
    /// The marks of ``RunMarks``.
    package var marks: String { path + "-run" }

    /// An empty file that was written when the database was last backed up.
    package var backup: String { path + "-backup" }

    /// When the database was last backed up with ``SQLiteStore/backUp(to:)``; `nil` if never.
    package var lastBackup: Date? {
        try? FileManager.default.attributesOfItem(atPath: backup)[.modificationDate] as? Date
    }

    /// Remembers that the database was backed up now.
    ///
    /// It is no part of the database, because whoever copies a file should not have to write to it.
    func noteBackup() { _ = FileManager.default.createFile(atPath: backup, contents: Data()) }

    /// The size of the database and its log in bytes.
    package var size: Int { Self.size(of: path) + Self.size(of: log) }

    /// The free space on the disk of the database in bytes; `nil` if the system does not tell.
    package var freeSpace: Int? {
        let folder = URL(filePath: path).deletingLastPathComponent().path
        let facts = try? FileManager.default.attributesOfFileSystem(forPath: folder)
        return (facts?[.systemFreeSize] as? NSNumber)?.intValue
    }

    /// Whether there is a database file that is not empty.
    var hasFile: Bool { Self.size(of: path) > 0 }

    /// Whether there is a log with at least one page.
    package var hasLog: Bool { Self.size(of: log) > Self.logHeaderSize }

    private static func size(of path: String) -> Int {
        let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
        return size ?? 0
    }

    /// The size of its header in bytes (https://sqlite.org/fileformat2.html#walformat).
    private static let logHeaderSize = 32
    /// The bytes that every connection to a database with a log locks for reading as long as it is open:
    /// `SHARED_FIRST` and `SHARED_SIZE` of https://sqlite.org/src/file/src/os.h.
    private static let sharedBytes = (start: 0x4000_0002, length: 510)
    /// The byte of the index that every connection locks for reading: `UNIX_SHM_DMS` of
    /// https://sqlite.org/src/file/src/os_unix.c.
    private static let indexByte = (start: 128, length: 1)

    /// Another process that has the database open, if any.
    ///
    /// Connections of this process are not noticed, and lose their locks: it must have none. Neither are those
    /// on other machines noticed.
    package func holder() -> Int32? {
        Self.locker(of: path, Self.sharedBytes) ?? Self.locker(of: logIndex, Self.indexByte)
    }

    private static func locker(of path: String, _ bytes: (start: Int, length: Int)) -> Int32? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = bytes.start
        lock.l_len = bytes.length
        guard fcntl(file, F_GETLK, &lock) == 0, lock.l_type != Int16(F_UNLCK) else { return nil }
        return lock.l_pid
    }

    /// Lets the system forget the pages of the database and its log that are not waiting to be written, so that
    /// what is read next comes from the disk.
    ///
    /// After a failed flush, Linux counts the pages as written and keeps them in memory, whatever the disk has.
    /// https://wiki.postgresql.org/wiki/Fsync_Errors
    ///
    /// No connection of this process may be open: it would lose its locks.
    func forgetCachedPages() {
        for path in [path, log] {
            let file = open(path, O_RDONLY | O_CLOEXEC)
            guard file >= 0 else { continue }
            posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED)
            close(file)
        }
    }

    /// Creates the database file for its owner alone, if it does not exist, and takes an existing one from
    /// everybody else.
    ///
    /// SQLite gives the log and its index the permissions of the database file. The permissions of a group
    /// remain: its members may run commands.
    func protect() {
        let made = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if made >= 0 { close(made) }
        for file in [path, log, logIndex] {
            let mode = try? FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
            guard let mode, mode & 0o007 != 0 else { continue }
            chmod(file, mode_t(mode & 0o770))
        }
    }
}
