import CZip
package import Foundation

/// Why a zip file could not be written.
package struct ZipFailure: Error, Hashable, Sendable {
    /// libzip's message, such as "No space left on device".
    package let reason: String
}

/// Writes a zip file (APPNOTE.TXT of PKWARE, section 4) entry by entry.
///
/// Nothing is read or written before ``close()``, which streams the entries in sequence. Memory does not grow
/// with their size. A writer that is not closed leaves no file.
@safe package struct ZipWriter: ~Copyable {
    private let store: OpaquePointer

    /// Begins a file, which must not exist yet.
    package init(to file: URL) throws(ZipFailure) {
        var code: Int32 = 0
        guard let store = unsafe zip_open(file.path(percentEncoded: false), ZIP_CREATE | ZIP_EXCL, &code)
        else {
            var error = unsafe zip_error_t()
            unsafe zip_error_init_with_code(&error, code)
            defer { unsafe zip_error_fini(&error) }
            throw ZipFailure(reason: unsafe Self.text(of: &error))
        }
        unsafe self.store = store
    }

    deinit {
        // A closed writer has been discarded already, so this one was not closed.
        unsafe zip_discard(store)
    }

    /// Adds a file under a name.
    ///
    /// The file must stay unchanged until ``close()`` has returned.
    ///
    /// - Parameters:
    ///   - file: The content of the entry.
    ///   - name: The entry's path in the zip file, in UTF-8.
    /// - Throws: ``ZipFailure`` if libzip has no memory for it.
    package func add(_ file: URL, as name: String) throws(ZipFailure) {
        guard let source = unsafe zip_source_file(store, file.path(percentEncoded: false), 0, -1)
        else { throw unsafe ZipFailure(reason: Self.text(of: zip_get_error(store))) }
        try unsafe add(source, as: name)
    }

    private func add(_ source: OpaquePointer, as name: String) throws(ZipFailure) {
        guard unsafe zip_file_add(store, name, source, UInt32(ZIP_FL_ENC_UTF_8)) >= 0 else {
            // libzip did not take ownership of the source.
            let failure = unsafe ZipFailure(reason: Self.text(of: zip_get_error(store)))
            unsafe zip_source_free(source)
            throw failure
        }
    }

    /// Adds an entry whose content is made while the file is written.
    ///
    /// Entries are written in the order in which they were added, so that what one learns a later one may use.
    ///
    /// - Parameters:
    ///   - name: The entry's path in the zip file, in UTF-8.
    ///   - pieces: The next piece of the content, or `nil` at its end. An error ends ``close()``.
    /// - Throws: ``ZipFailure`` if libzip has no memory for it.
    package func add(_ name: String, pieces: @escaping () throws -> [UInt8]?) throws(ZipFailure) {
        let state = unsafe Unmanaged.passRetained(ZipPieces(pieces)).toOpaque()
        guard let source = unsafe zip_source_function(store, ZipPieces.answer, state) else {
            unsafe Unmanaged<ZipPieces>.fromOpaque(state).release()
            throw unsafe ZipFailure(reason: Self.text(of: zip_get_error(store)))
        }
        try unsafe add(source, as: name)
    }

    /// Writes the file.
    package consuming func close() throws(ZipFailure) {
        let isWritten = unsafe zip_close(store) == 0
        let reason = unsafe isWritten ? "" : Self.text(of: zip_get_error(store))
        // "If zip_close() fails, store is left unchanged" and must still be freed (zip_close(3)).
        if !isWritten { unsafe zip_discard(store) }
        discard self
        if !isWritten { throw ZipFailure(reason: reason) }
    }

    private static func text(of error: UnsafeMutablePointer<zip_error_t>?) -> String {
        guard let error = unsafe error, let text = unsafe zip_error_strerror(error) else { return "unknown" }
        return unsafe String(cString: text)
    }
}
