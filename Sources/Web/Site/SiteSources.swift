/// What the site is made of, by name: built in, or for those who work on it in a folder.
enum SiteSources {
    /// Every source that is built in.
    static let builtIn: [String: [UInt8]] = {
        let folder = "Pages/"
        return EmbeddedFiles.all.reduce(into: [:]) { sources, file in
            guard file.key.hasPrefix(folder) else { return }
            sources[String(file.key.dropFirst(folder.count))] = Array(file.value.utf8)
        }
    }()
}
