package import Foundation

/// Real measurements, which are too many for this repository and not ours to keep here.
///
/// The environment variable `BREATHE_DATA` names their folder. Tests that need them are skipped without it.
package enum RealFiles {
    package static let folder = ProcessInfo.processInfo.environment["BREATHE_DATA"].map {
        URL(filePath: $0, directoryHint: .isDirectory)
    }

    /// The path of a file in the folder; one that does not exist if there is no folder.
    package static func path(_ name: String) -> String { file(name).path }

    package static func file(_ name: String) -> URL {
        (folder ?? URL(filePath: "/nonexistent")).appending(path: name)
    }

    /// Whether all of some files are there.
    package static func has(_ names: String...) -> Bool {
        names.allSatisfy { FileManager.default.fileExists(atPath: path($0)) }
    }
}
