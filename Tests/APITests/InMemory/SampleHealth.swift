import Foundation

@testable import API
@testable import HTTP

/// A service that is ready until a test says otherwise.
struct SampleHealth: Health {
    let isReady = Guarded(true)

    func ready() async throws {
        struct Asleep: Error {}
        guard isReady.value else { throw Asleep() }
    }
    func metrics() async throws -> String { "# TYPE up gauge\nup 1\n" }
}
