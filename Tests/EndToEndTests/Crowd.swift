/// Does something about each of many things, a few at a time: while one answer is waited for, others are made.
///
/// - Parameters:
///   - things: What something is done about.
///   - width: How many are under way at once.
///   - act: What is done.
/// - Throws: What the first of them throws, which ends all.
func each<Thing: Sendable>(
    of things: [Thing], atOnce width: Int = 6, _ act: @escaping @Sendable (Thing) async throws -> Void
) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
        for (number, thing) in things.enumerated() {
            if number >= width { try await group.next() }
            group.addTask { try await act(thing) }
        }
        try await group.waitForAll()
    }
}
