import ArgumentParser
import Foundation
import Server
import Simulation

struct Demo: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Fill the database with a simulated season at the locations of real stations.")

    @OptionGroup var common: CommonOptions

    func run() async throws {
        let configuration = try common.configuration()
        try await Self.fill(await Network.open(configuration), configuration)
    }

    /// Adds the missing data.
    static func fill(_ network: Network, _ configuration: ServerConfiguration) async throws {
        let line = ProgressLine()
        defer { line.end() }
        do {
            let demonstration = try Demonstration(network: network, file: configuration.demonstrationStations)
            let count = try await demonstration.fill(at: Date()) { line.show("simulating", share: $0) }
            Output.note("demonstration: \(count) stations, simulated readings up to today")
        } catch let refusal as Demonstration.Refusal {
            throw Failure(refusal.description)
        }
    }
}
