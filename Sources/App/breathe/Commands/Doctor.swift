import ArgumentParser
import Foundation
import HTTP
import Server

struct Doctor: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check libraries, configuration and database.",
        discussion: "Exits with status 2 if something is wrong.")

    @Flag(help: "Print the findings as JSON.") var json = false
    @OptionGroup var common: CommonOptions

    func run() async throws {
        let findings = await SystemCheck(configuration: try common.configuration()).findings()
        if json {
            try Output.json(findings)
        } else {
            for finding in findings {
                let verdict = finding.isAdvice ? "NOTE " : finding.isGood ? "ok   " : "WRONG"
                print("\(verdict) \(finding.subject): \(finding.words)")
            }
        }
        if findings.contains(where: { !$0.isGood }) { throw ExitCode.incomplete }
    }
}
