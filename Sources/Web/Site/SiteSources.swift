/// The sources of the site by name: built in, or read from a folder during development.
enum SiteSources {
    /// All built-in sources.
    static let builtIn: [String: [UInt8]] = {
        let folder = "Pages/"
        return EmbeddedFiles.all.reduce(into: [:]) { sources, file in
            guard file.key.hasPrefix(folder) else { return }
            sources[String(file.key.dropFirst(folder.count))] = Array(file.value.utf8)
        }
    }()
}
