import ArgumentParser
import Foundation
import Server

struct Restore: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Put a backup in the place of the database.",
        discussion: """
            The backup is copied, brought up to the schema of this program and checked in full before it takes the \
            database's place. Nothing changes if it is damaged, if its keys are missing, or while another process has \
            the database open. The former files are set aside beside the database and never deleted.
            """)

    @Flag(help: "Write the report as JSON.") var json = false
    @OptionGroup var common: CommonOptions
    @Argument(help: "The backup.", completion: .file()) var file: String

    func run() async throws {
        let configuration = try common.configuration()
        let report: Restoration.Report
        do {
            report = try await Restoration(configuration: configuration)
                .restore(URL(filePath: file), at: Date())
        } catch let refusal as Restoration.Refusal {
            throw Failure(refusal.description)
        }
        if json { return try Output.json(report) }
        print(
            "restored \(configuration.database.path): \(report.stations) stations, \(report.readings) readings"
                + (report.newest.map { " up to \($0)" } ?? "")
                + ", \(report.accounts) accounts, \(report.reports) reports")
        for path in report.setAside { print("former file: \(path)") }
    }
}
