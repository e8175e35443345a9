import CZip

/// Why an entry of a zip file cannot be read.
package enum ZipReadFailure: Error, Hashable, Sendable {
    /// The bytes are no zip file, or damaged; with libzip's message.
    case damaged(String)
    /// An entry is encrypted.
    case encrypted
    /// More comes out than was allowed.
    case swollen
}

/// Reads entries of a zip file that is in memory.
///
/// What an entry says of its size is not believed: reading stops at the bound.
@safe package struct ZipReader: ~Copyable {
    private static let pieceSize = 1 << 16

    private let store: OpaquePointer
    /// libzip reads from here as long as the file is open.
    private let memory: UnsafeMutableRawBufferPointer
    /// The number of entries.
    package let count: Int

    /// Opens a file.
    ///
    /// - Throws: ``ZipReadFailure/damaged(_:)``.
    package init(_ bytes: [UInt8]) throws(ZipReadFailure) {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, bytes.count), alignment: 1)
        unsafe memory.copyBytes(from: bytes)
        var error = unsafe zip_error_t()
        unsafe zip_error_init(&error)
        defer { unsafe zip_error_fini(&error) }
        guard let source = unsafe zip_source_buffer_create(memory.baseAddress, UInt64(bytes.count), 0, &error)
        else {
            unsafe memory.deallocate()
            throw .damaged(unsafe Self.text(of: &error))
        }
        guard let store = unsafe zip_open_from_source(source, ZIP_RDONLY, &error) else {
            unsafe zip_source_free(source)
            unsafe memory.deallocate()
            throw .damaged(unsafe Self.text(of: &error))
        }
        unsafe (self.store, self.memory) = (store, memory)
        count = unsafe Int(zip_get_num_entries(store, 0))
    }

    deinit {
        // The file is closed before the memory goes that it reads.
        unsafe zip_discard(store)
        unsafe memory.deallocate()
    }

    /// Returns the content of an entry, or `nil` if there is none of this name.
    ///
    /// - Parameters:
    ///   - name: The entry's path in the file.
    ///   - limit: The number of bytes that may come out.
    /// - Returns: The content, or `nil`.
    /// - Throws: ``ZipReadFailure``.
    package func contents(of name: String, upTo limit: Int) throws(ZipReadFailure) -> [UInt8]? {
        let index = unsafe zip_name_locate(store, name, 0)
        guard index >= 0 else { return nil }
        guard let file = unsafe zip_fopen_index(store, UInt64(index), 0) else {
            let code = unsafe zip_error_code_zip(zip_get_error(store))
            throw code == ZIP_ER_NOPASSWD ? .encrypted : .damaged(unsafe Self.text(of: zip_get_error(store)))
        }
        defer { unsafe zip_fclose(file) }
        var contents: [UInt8] = []
        while true {
            var length: zip_int64_t = 0
            let piece = unsafe [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { buffer, count in
                length = unsafe zip_fread(file, buffer.baseAddress, UInt64(Self.pieceSize))
                count = max(0, Int(length))
            }
            guard length >= 0 else { throw .damaged(unsafe Self.text(of: zip_file_get_error(file))) }
            guard length > 0 else { return contents }
            guard contents.count + piece.count <= limit else { throw .swollen }
            contents += piece
        }
    }

    private static func text(of error: UnsafeMutablePointer<zip_error_t>?) -> String {
        guard let error = unsafe error, let text = unsafe zip_error_strerror(error) else { return "unknown" }
        return unsafe String(cString: text)
    }
}
