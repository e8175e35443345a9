import Foundation
import SampleTesting
import Testing

/// Compares the definition at `/openapi.json` with the service, using independent programs.
@Suite(.takingTurns) struct APIDefinitionTests {
    @Test func `every answer with data matches the definition`() async throws {
        try await FilledNetwork.during { network in
            let outcome = try await Python.play(
                "check_answers.py", [network.service.address, network.account, network.key, "basel"])
            #expect(outcome.status == 0, "\(outcome.output)")
        }
    }
}

/// Requests that the definition allows, at the bounds of everything in them.
@Suite(.takingTurns) struct APIAcceptanceTests {
    @Test func `every request that the definition allows is accepted`() async throws {
        try await FilledNetwork.during { network in
            let outcome = try await Python.play(
                "positive_requests.py", [network.service.address, network.account, network.key])
            #expect(outcome.status == 0, "\(outcome.output)")
        }
    }
}

/// Requests generated from the definition, valid and invalid ones.
@Suite(.takingTurns) struct APIFuzzTests {
    @Test func `every generated request gets an answer that matches the definition`() async throws {
        let environment = ProcessInfo.processInfo.environment
        // A long run by hand tries much; every test run tries the same few.
        let seconds = environment["FUZZ_SECONDS"]
        let seed = environment["FUZZ_SEED"] ?? (seconds == nil ? "1" : "\(UInt32.random(in: 1...UInt32.max))")
        try await FilledNetwork.during { network in
            let outcome = try await Python.play(
                "fuzz_api.py",
                [
                    network.service.address, network.account, network.key, seconds ?? "80",
                    seconds == nil ? "2" : "100", seed,
                ])
            #expect(outcome.status == 0, "\(outcome.output)")
        }
    }
}
