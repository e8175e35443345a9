package import Foundation

/// Modules of the pages, run by Node.js without a browser.
package enum NodeScript {
    private struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Runs one of the scripts of this folder to its end.
    ///
    /// - Parameters:
    ///   - script: The name of its file.
    ///   - arguments: Its arguments.
    /// - Returns: Its output on both streams.
    /// - Throws: When it ends with another status than 0.
    package static func play(_ script: String, _ arguments: [String]) async throws -> String {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Scripts/\(script)")
        let (status, output) = try await ChildProcess.run(
            URL(filePath: "/usr/bin/env"), ["node", file.path] + arguments)
        guard status == 0 else { throw Failure(description: output) }
        return output
    }

    /// Copies modules of the pages to where Node.js takes them as such.
    ///
    /// - Parameters:
    ///   - folder: Where the copy is made.
    ///   - isWanted: Whether a file is copied, by its name.
    /// - Returns: The folder with the modules.
    /// - Throws: When a file cannot be read or written.
    package static func modules(in folder: TemporaryFolder, where isWanted: (String) -> Bool) throws -> URL {
        let pages = repository.appending(path: "Sources/Web/Site/Pages")
        let copy = folder.url.appending(path: "pages")
        try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
        for name in try FileManager.default.contentsOfDirectory(atPath: pages.path)
        where name.hasSuffix(".js") && isWanted(name) {
            try FileManager.default.copyItem(at: pages.appending(path: name), to: copy.appending(path: name))
        }
        try Data(#"{"type": "module"}"#.utf8).write(to: copy.appending(path: "package.json"))
        return copy
    }
}
