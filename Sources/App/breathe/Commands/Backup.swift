import ArgumentParser
import Foundation
import Sealing
import Server

struct Backup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Copy the database while it is in use.",
        discussion: """
            The copy is a consistent snapshot in a single file. It does not contain the keys that encrypt \
            personal data: also keep a copy of the key file, in a different place.
            """)

    @OptionGroup var common: CommonOptions
    @Argument(help: "The new file.", completion: .file()) var file: String

    func run() async throws {
        guard !FileManager.default.fileExists(atPath: file)
        else { throw Failure("\(file) already exists; a backup never overwrites a file") }
        let configuration = try common.configuration()
        try configuration.openFile().backUp(to: file)
        let keys = configuration.usedKeyFile.map { "in \($0.url.path)" } ?? "in BREATHE_DATA_KEYS"
        Output.note("the copy does not contain the keys needed to read it; they are \(keys)")
    }
}
