import Delivery
import Foundation
import SampleTesting
import Testing

/// Short exchanges with a server that behaves well or badly, depending on the path.
@Suite struct ExchangeTests {
    /// The outcomes of requests for the server's paths.
    private func perform(
        _ paths: [String], allowing allowed: String = "127.0.0.1", types: Set<String> = ["text/csv"],
        timeout: Duration = GuardedClient.timeout
    ) async throws -> [ExchangeOutcome] {
        let server = try await PythonServer("feed_server.py")
        let addressGuard = try #require(AddressGuard(allowing: allowed))
        let client = GuardedClient(addressGuard, resolver: SystemResolver(), timeout: timeout)
        var outcomes: [ExchangeOutcome] = []
        for path in paths {
            let url = try #require(URL(string: "\(server.greeting)/\(path)"))
            outcomes.append(
                await client.perform(Exchange(url: url, contentTypes: types, byteLimit: 10_000)))
        }
        await client.shutDown()
        return outcomes
    }

    @Test func `an answer is read completely or not at all`() async throws {
        let outcomes = try await perform([
            "rows", "cut", "cut-chunks", "endless", "announced", "undelimited", "gibberish",
        ])
        guard case .answered(200, let body) = outcomes[0] else {
            Issue.record("\(outcomes[0])")
            return
        }
        #expect(body.starts(with: Data("station,allergen".utf8)))
        for cut in outcomes[1...2] {
            guard case .broken = cut else {
                Issue.record("\(cut)")
                continue
            }
        }
        #expect(outcomes[3] == .unusable("the answer is longer than 10000 bytes"))
        #expect(outcomes[4] == outcomes[3])
        #expect(outcomes[5] == .unusable("the answer does not say where it ends"))
        #expect(outcomes[6] == .unusable("the answer is not HTTP"))
    }

    @Test func `an answer of another type is not read`() async throws {
        #expect(
            try await perform(["rows"], types: ["application/json"])
                == [.unusable("the answer is of the type “text/csv”")])
    }

    @Test func `an error is reported by its status, and redirects are not followed`() async throws {
        #expect(
            try await perform(["status?q=500", "redirect?q=/rows"])
                == [.answered(status: 500, body: Data()), .answered(status: 302, body: Data())])
    }

    @Test func `a silent server is given up after the timeout`() async throws {
        #expect(try await perform(["silent"], timeout: .seconds(1)) == [.late])
    }

    @Test func `a forbidden address is not called`() async throws {
        let outcomes = try await perform(["rows"], allowing: "192.0.2.1")
        guard case .forbidden = outcomes[0] else {
            Issue.record("\(outcomes)")
            return
        }
    }
}
