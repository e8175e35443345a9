import Foundation
import SampleTesting
import Testing

/// Clients that independent programs generate from the definition at `/openapi.json`.
@Suite(.takingTurns) struct GeneratedClientTests {
    @Test func `generated clients read and write without complaints`() async throws {
        try await FilledNetwork.during { network in
            for generator in ["openapi-python-client", "openapi-generator", "datamodel-code-generator"] {
                let outcome = try await Python.play(
                    "generated_client.py",
                    [generator, network.service.address, network.account, network.key])
                #expect(outcome.status == 0, "\(generator):\n\(outcome.output)")
            }
        }
    }
}
