import Foundation

// Writes a Swift file that contains other files: embed-files OUTPUT FOLDER FILE…
//
// The files are UTF-8 texts. A string literal compiles some hundred times faster than an array literal of its
// bytes.

let arguments = CommandLine.arguments
guard arguments.count >= 3 else {
    FileHandle.standardError.write(Data("Usage: embed-files OUTPUT FOLDER FILE…\n".utf8))
    exit(64)
}
let folder = URL(filePath: arguments[2]).standardizedFileURL.path + "/"
var source = """
    /// The files of this module's folder that are not Swift, by their path in it.
    enum EmbeddedFiles {
        static let all: [String: String] = [

    """
for file in arguments.dropFirst(3) {
    guard file.hasPrefix(folder) else {
        FileHandle.standardError.write(Data("embed-files: \(file) is not in \(folder)\n".utf8))
        exit(65)
    }
    let text = try String(contentsOf: URL(filePath: file), encoding: .utf8)
    source +=
        "        \(String(reflecting: String(file.dropFirst(folder.count)))): \(String(reflecting: text)),\n"
}
if arguments.count == 3 { source += "        :\n" }
source += """
        ]

        /// The bytes of a file; a path that is not there is a mistake of the program.
        static subscript(path: String) -> [UInt8] {
            guard let text = all[path] else { preconditionFailure("no file is embedded as \\(path)") }
            return Array(text.utf8)
        }
    }

    """
try source.write(toFile: arguments[1], atomically: true, encoding: .utf8)
