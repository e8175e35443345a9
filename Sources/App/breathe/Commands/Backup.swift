import ArgumentParser
import Foundation
import Sealing
import Server
import Storage

struct Backup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Copy the database while it is in use.",
        discussion: """
            The copy is the database as it was at one moment, in one file. The keys that personal values in it are \
            sealed under are not in it: keep a copy of the key file too, in another place.
            """)

    @OptionGroup var common: CommonOptions
    @Argument(help: "The new file.", completion: .file()) var file: String

    func run() async throws {
        guard !FileManager.default.fileExists(atPath: file)
        else { throw Failure("\(file) exists already; a backup overwrites nothing") }
        let configuration = try common.configuration()
        try Network(configuration).store.backUp(to: file)
        let keys = configuration.usedKeyFile.map { "in \($0.url.path)" } ?? "in BREATHE_DATA_KEYS"
        Output.note("the keys without which the copy cannot be read are not in it; they are \(keys)")
    }
}
