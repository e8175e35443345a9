/// The sources of the site by name: built in, or read from a folder during development.
enum SiteSources {
    /// All built-in sources, with the medical sentences among the messages.
    static let builtIn: [String: [UInt8]] = {
        guard let joined = try? MedicalWords.builtIn.joined(to: apart)
        else { preconditionFailure("every language has its messages") }
        return joined
    }()

    private static let apart: [String: [UInt8]] = {
        let folder = "Pages/"
        return EmbeddedFiles.all.reduce(into: [:]) { sources, file in
            guard file.key.hasPrefix(folder) else { return }
            sources[String(file.key.dropFirst(folder.count))] = Array(file.value.utf8)
        }
    }()
}
