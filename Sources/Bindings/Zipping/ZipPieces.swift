import CZip

/// The content of an entry that is made while libzip asks for it (zip_source_function(3)).
final class ZipPieces {
    /// What libzip learns about the size.
    ///
    /// It decides only whether the header has the fields for more than 4 GB (ZIP64), which Excel finds damaged. If
    /// more comes, libzip notices and refuses to write the file.
    private static let announcedSize: UInt64 = 1

    private let next: () throws -> [UInt8]?
    private var piece: [UInt8] = []
    private var position = 0

    init(_ next: @escaping () throws -> [UInt8]?) { self.next = next }

    /// What libzip calls for each step.
    static let answer: zip_source_callback = { state, data, length, command in
        guard let state = unsafe state else { return -1 }
        let pieces = unsafe Unmanaged<ZipPieces>.fromOpaque(state)
        switch command {
        case ZIP_SOURCE_OPEN, ZIP_SOURCE_CLOSE: return 0
        case ZIP_SOURCE_READ:
            guard let data = unsafe data else { return -1 }
            let room = unsafe UnsafeMutableRawBufferPointer(start: data, count: Int(length))
            return unsafe pieces.takeUnretainedValue().fill(room)
        case ZIP_SOURCE_STAT:
            guard let stat = unsafe data?.assumingMemoryBound(to: zip_stat_t.self) else { return -1 }
            unsafe zip_stat_init(stat)
            unsafe stat.pointee.size = announcedSize
            unsafe stat.pointee.valid = UInt64(ZIP_STAT_SIZE)
            return unsafe Int64(MemoryLayout<zip_stat_t>.size)
        case ZIP_SOURCE_ERROR: return unsafe failure(data, length)
        case ZIP_SOURCE_FREE:
            unsafe pieces.release()
            return 0
        case ZIP_SOURCE_SUPPORTS: return supported
        default: return -1
        }
    }

    /// ZIP_SOURCE_SUPPORTS_READABLE, whose macro Swift does not see.
    private static let supported: Int64 = [
        ZIP_SOURCE_OPEN, ZIP_SOURCE_READ, ZIP_SOURCE_CLOSE, ZIP_SOURCE_STAT, ZIP_SOURCE_ERROR,
        ZIP_SOURCE_FREE,
    ].reduce(0) { $0 | 1 << Int64($1.rawValue) }

    /// Says that reading failed; who made the pieces knows why.
    private static func failure(_ data: UnsafeMutableRawPointer?, _ length: UInt64) -> Int64 {
        let size = 2 * MemoryLayout<CInt>.size
        guard let codes = unsafe data?.assumingMemoryBound(to: CInt.self), length >= size else { return -1 }
        unsafe (codes[0], codes[1]) = (ZIP_ER_READ, 0)
        return Int64(size)
    }

    private func fill(_ room: UnsafeMutableRawBufferPointer) -> Int64 {
        do {
            while position == piece.count {
                guard let next = try next() else { return 0 }
                (piece, position) = (next, 0)
            }
        } catch {
            return -1
        }
        let count = min(room.count, piece.count - position)
        unsafe room.copyBytes(from: piece[position..<(position + count)])
        position += count
        return Int64(count)
    }
}
