package import Foundation

/// The file of data keys: one per line, the current one first.
///
/// Text after `#` is a comment.
package struct KeyFile: Hashable, Sendable {
    package let url: URL

    package init(_ url: URL) { self.url = url }

    /// The default key file of a database: `breathe.keys` beside `breathe.sqlite`.
    package init(beside database: URL) {
        self.init(database.deletingPathExtension().appendingPathExtension("keys"))
    }

    /// File attributes that change whenever the file is replaced.
    struct Stamp: Hashable {
        let device: UInt64
        let inode: UInt64
        let seconds: Int
        let nanoseconds: Int
    }

    func stamp() throws -> Stamp { Stamp(try status()) }

    /// Reads the keys.
    func read() throws -> ([DataKey], Stamp) {
        let status = try status()
        // A group may read the file, as containers hand out secrets that way. Others may not.
        guard status.st_mode & 0o007 == 0 else {
            throw KeyRingMistake(
                "\(url.path): everybody on this machine may read or change the data keys; `chmod o= \(url.path)` ends that"
            )
        }
        guard let text = try? String(contentsOf: url, encoding: .utf8)
        else { throw KeyRingMistake("\(url.path): the data keys cannot be read") }
        do {
            return (try Self.keys(in: text), Stamp(status))
        } catch let mistake as KeyRingMistake { throw KeyRingMistake("\(url.path): \(mistake)") }
    }

    /// Creates the file with one new key if it does not exist.
    ///
    /// Only the owner of the process may read it. If several processes start at once, one of them creates it.
    package func makeIfMissing() throws {
        guard !FileManager.default.fileExists(atPath: url.path) else { return }
        let draft = try write([DataKey()])
        defer { unlink(draft) }
        // A hard link makes the complete file appear at once, and never replaces another.
        if link(draft, url.path) != 0, errno != EEXIST { throw failure("cannot be made") }
        try synchronizeFolder()
    }

    /// Adds a key and makes it the current one.
    ///
    /// The others stay.
    ///
    /// - Returns: The new key's identifier.
    /// - Throws: ``KeyRingMistake``.
    package func addKey() throws -> DataKey.ID {
        let key = DataKey()
        try replace(by: [key] + read().0)
        return key.id
    }

    /// Removes keys.
    ///
    /// The current one always stays.
    ///
    /// - Throws: ``KeyRingMistake``.
    package func forget(_ ids: Set<DataKey.ID>) throws {
        let keys = try read().0
        try replace(by: [keys[0]] + keys.dropFirst().filter { !ids.contains($0.id) })
    }

    private func replace(by keys: [DataKey]) throws {
        let draft = try write(keys)
        guard rename(draft, url.path) == 0 else {
            unlink(draft)
            throw failure("cannot be replaced")
        }
        try synchronizeFolder()
    }

    /// Writes a draft beside this file and flushes it to the disk.
    private func write(_ keys: [DataKey]) throws -> String {
        let draft = url.path + "." + UUID().uuidString
        let mode = (try? status().st_mode & 0o770) ?? 0o600
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL, mode)
        guard descriptor >= 0 else { throw failure("cannot be made") }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        let text =
            (["# Data keys of Breathe Easy, the current one first. Keep a copy apart from the database."]
            + keys.map(\.text)).joined(separator: "\n")
        try handle.write(contentsOf: Data((text + "\n").utf8))
        try handle.synchronize()
        return draft
    }

    /// Flushes the folder, which makes a new file name durable.
    private func synchronizeFolder() throws {
        let descriptor = open(url.deletingLastPathComponent().path, O_RDONLY)
        guard descriptor >= 0 else { throw failure("has a folder that cannot be read") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure("is not surely on the disk") }
    }

    private func status() throws -> stat {
        var status = stat()
        guard stat(url.path, &status) == 0 else { throw failure("the file of the data keys is not there") }
        return status
    }

    private func failure(_ words: String) -> KeyRingMistake {
        KeyRingMistake("\(url.path) \(words): \(String(cString: strerror(errno)))")
    }

    /// Parses the keys in a text, the current one first.
    static func keys(in text: String) throws -> [DataKey] {
        let lines = text.split(whereSeparator: \.isNewline).map { $0.prefix { $0 != "#" } }
        let keys = try lines.flatMap { $0.split { $0 == "," || $0.isWhitespace } }.map(DataKey.init(text:))
        guard !keys.isEmpty else { throw KeyRingMistake("there is no data key") }
        guard Set(keys.map(\.id)).count == keys.count
        else { throw KeyRingMistake("a data key is named twice") }
        return keys
    }
}

extension KeyFile.Stamp {
    fileprivate init(_ status: stat) {
        self.init(
            device: UInt64(status.st_dev), inode: UInt64(status.st_ino), seconds: status.st_mtim.tv_sec,
            nanoseconds: status.st_mtim.tv_nsec)
    }
}
