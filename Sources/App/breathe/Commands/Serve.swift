import ArgumentParser
import CoreMetrics
import Foundation
import Logging
import Server

struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Serve maps, stations and alerts over HTTP.")

    @Option(help: "The address to listen on (default: 127.0.0.1).") var host: String?
    @Option(help: "The port to listen on (default: 8080; 0 picks a free one).") var port: String?
    @Option(help: "What this node of a network in PostgreSQL does (default: web,work).") var roles: String?
    @Option(help: "The log level: trace, debug, info, notice, warning, error, critical.") var logLevel:
        String?
    @Option(help: "A feed to fetch from its provider; may be repeated (default: none).") var feed: [String] =
        []
    @Flag(help: "Fill the database with simulated readings up to today first.") var demo = false
    @OptionGroup var common: CommonOptions

    func run() async throws {
        MemoryArenas.limit()
        let configuration = try common.configuration([
            .host: host, .port: port, .roles: roles, .logLevel: logLevel,
            .pulledFeeds: feed.isEmpty ? nil : feed.joined(separator: ","),
        ])
        try ThreadBudget.check()
        LoggingSystem.bootstrap { label in
            var handler = JSONLogHandler(label: label)
            handler.logLevel = configuration.logLevel
            return handler
        }
        let registry = PrometheusRegistry()
        MetricsSystem.bootstrap(registry)
        let logger = Logger(label: "breathe")
        let network = try await Network.open(configuration, serves: true)
        if demo { try await Demo.fill(network, configuration) }
        BasemapCommand.prepare(configuration)
        let server = try BreatheServer(
            configuration, network: network, registry: registry, logger: logger)
        try await server.run { port in
            // Programs that start this one on port 0 read this line.
            print("\(server.isSecure ? "https" : "http")://\(configuration.host):\(port)")
            fflush(nil)
        }
    }
}
