import Observations

@testable import API
@testable import HTTP

/// The feeds that a test adds.
struct InMemoryFeeds: FeedHealthSource {
    let kept = Guarded<[FeedHealth]>([])

    func health() async throws -> [FeedHealth] { kept.value }
}
