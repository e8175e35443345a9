import ArgumentParser
import Foundation
import Server
import Storage

struct Backup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Copy the database while it is in use.",
        discussion: "The copy is the database as it was at one moment, in one file.")

    @OptionGroup var common: CommonOptions
    @Argument(help: "The new file.", completion: .file()) var file: String

    func run() async throws {
        guard !FileManager.default.fileExists(atPath: file)
        else { throw Failure("\(file) exists already; a backup overwrites nothing") }
        try common.network().archive.backUp(to: file)
    }
}
