import API
import Foundation
import HTTP
import Logging
import Server
import Synchronization

/// All routes of the program, from its own list, so that new ones are included automatically.
enum ProgramRoutes {
    static func endpoints() async throws -> [Endpoint] {
        if let known = known.withLock({ $0 }) { return known }
        let found = try await Workspace.temporary { workspace in
            let configuration = try ServerConfiguration(
                flags: [.database: workspace.database.path, .resources: Program.root.path], environment: [:])
            let server = try BreatheServer(
                configuration, network: Network(configuration), registry: PrometheusRegistry(),
                logger: Logger(label: "tests"))
            return server.endpoints
        }
        known.withLock { $0 = found }
        return found
    }

    /// Cached, because making a server takes a while and the routes are the same for all suites.
    private static let known = Mutex<[Endpoint]?>(nil)

    /// The names in braces in a path.
    static func parameters(of path: String) -> [String] {
        path.matches(of: /\{([A-Za-z]+)\}/).map { String($0.1) }
    }

    /// The path with values for its parameters; those without one are `none`.
    static func path(_ endpoint: Endpoint, _ values: [String: String] = [:]) -> String {
        parameters(of: endpoint.path).reduce(endpoint.path) {
            $0.replacing("{\($1)}", with: values[$1] ?? sample[$1] ?? "none")
        }
    }

    /// Values with which most public routes find something; the stations are those of the suites.
    static let sample = [
        "layer": "birch", "z": "7", "x": "66", "y": "45", "file": "45.png", "station": "basel", "entry": "7",
        "problem": "forbidden", "collection": "birch", "matrices": "WebMercatorQuad",
    ]
}
