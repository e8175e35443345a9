/// Runs an action for each of many things, several at a time, so that waiting for one
/// does not hold up the others.
///
/// - Parameters:
///   - things: The things.
///   - width: How many actions run at once.
///   - act: The action.
/// - Throws: The first error of an action, which ends all.
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
