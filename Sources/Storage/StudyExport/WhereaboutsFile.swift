import Foundation
import Sealing

#if canImport(Glibc)
    import Glibc
#endif

/// What is known of the answers of a study without their content, in a file without a name, which ends with this.
///
/// However many answers there are, memory holds one block of them for each reader, and one that is not in the file yet. An
/// answer takes twenty bytes of the file, and a block eight bytes of memory. Each block is sealed with a key that nobody
/// keeps, because it tells where and when people were. Where one block is enough, there is no file.
final class WhereaboutsFile {
    /// What is known of an answer; −1 for what is not known.
    struct Record: Hashable {
        let part: Int32
        let cell: Int32
        let hour: Int32
        /// The place in ``StudyVersions/editions``.
        let edition: Int32
        /// From 1 on; 0 where the day has one answer.
        let window: Int32
    }

    /// Records of a block: 40 kB, as many as ``OpenedAnswers`` has in memory.
    static let size = 2_048
    private static let field = SealedField("whereabouts", "block")

    private let keys = KeyRing(DataKey())
    private var file: FileHandle?
    /// Where the blocks of the file end.
    private var ends: [UInt64] = []
    /// The records after those of the file.
    private var last: [Record] = []

    /// The number of records.
    var count: Int { ends.count * Self.size + last.count }

    /// Adds a record after all others.
    ///
    /// - Throws: An error of the file system, such as that the disk is full.
    func append(_ record: Record) throws {
        last.append(record)
        guard last.count == Self.size else { return }
        let file = try file ?? Self.nameless()
        self.file = file
        let sealed = try keys.seal(
            last.withUnsafeBytes { Data($0) }, field: Self.field, of: .number(Int64(ends.count)))
        let start = ends.last ?? 0
        try file.seek(toOffset: start)
        try file.write(contentsOf: sealed)
        ends.append(start + UInt64(sealed.count))
        last.removeAll(keepingCapacity: true)
    }

    /// Begins at the first record; readers do not disturb one another.
    ///
    /// - Returns: What yields the next record, and `nil` at the end.
    func reader() -> () throws -> Record? {
        var (number, block, place) = (0, [Record](), 0)
        return { [self] in
            if place == block.count {
                block = try records(ofBlock: number)
                (number, place) = (number + 1, 0)
            }
            guard place < block.count else { return nil }
            defer { place += 1 }
            return block[place]
        }
    }

    private func records(ofBlock number: Int) throws -> [Record] {
        guard let file, number < ends.count else { return number == ends.count ? last : [] }
        let start = number == 0 ? 0 : ends[number - 1]
        try file.seek(toOffset: start)
        let sealed = try file.read(upToCount: Int(ends[number] - start)) ?? Data()
        let opened = try keys.open(sealed, field: Self.field, of: .number(Int64(number)))
        let width = MemoryLayout<Record>.stride
        return opened.withUnsafeBytes { bytes in
            (0..<bytes.count / width).map {
                bytes.loadUnaligned(fromByteOffset: $0 * width, as: Record.self)
            }
        }
    }

    /// A file that nobody else can open, and that is gone once it is closed, even if this process is killed.
    private static func nameless() throws -> FileHandle {
        let path = FileManager.default.temporaryDirectory.appending(path: "breathe-\(UUID().uuidString)").path
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
        unlink(path)
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }
}
