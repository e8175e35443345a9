#if canImport(Glibc)
    import Glibc
#endif

/// Makes files and the entries of folders survive a power failure.
package enum Durability {
    /// Flushes a file or folder to the disk; one that cannot be opened is left alone.
    package static func flush(_ path: String) {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return }
        fsync(file)
        close(file)
    }
}
