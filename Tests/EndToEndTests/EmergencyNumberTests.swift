import Foundation
import SampleTesting
import Testing

/// The numbers to call, beside a list that others keep.
@Suite struct EmergencyNumberTests {
    @Test func `another list knows each number as one for emergencies`() async throws {
        let file = repository.appending(path: "Sources/Web/Site/Pages/emergency-numbers.json")
        let outcome = try await Python.play("emergency_numbers.py", [file.path])
        try #require(outcome.status == 0, "\(outcome.output)")
        let found = try JSONDecoder().decode(JSONValue.self, from: Data(outcome.output.utf8))
        #expect(found["unknown"] == [])
        #expect(found["countries"].number ?? 0 > 30)
    }
}
