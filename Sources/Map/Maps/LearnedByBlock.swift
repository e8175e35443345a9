import Allergens
import Caching
import Interpolation
import Observations
import Synchronization

/// Keeps what was learned for each allergen and block of ten days from the days before.
///
/// What is shown today never depends on today, and the map of a past day changes only when its past does.
final class LearnedByBlock<Value: Sendable>: Sendable {
    private struct Key: Hashable {
        let allergen: Allergen.ID
        let block: Int
    }

    /// A key, and the number of changes before it was learned.
    private struct Edition: Hashable {
        let key: Key
        let stamp: Int
    }

    private struct State {
        var values: [Key: Value] = [:]
        var stamp = 0
    }

    private let state = Mutex(State())
    private let flights = SingleFlight<Edition, Value>()

    /// What holds on a day; `learn` is asked for it with the days up to the one before the day's block.
    ///
    /// The span reaches back over the season and the one before.
    func value(
        of allergen: Allergen.ID, on day: CivilDate,
        learn: @Sendable (ClosedRange<CivilDate>) async throws -> Value
    ) async throws -> Value {
        let key = Key(allergen: allergen, block: ModelSlope.block(of: day))
        let (known, stamp) = state.withLock { ($0.values[key], $0.stamp) }
        if let known { return known }
        return try await flights.value(for: Edition(key: key, stamp: stamp)) {
            let end = CivilDate(daysSinceEpoch: key.block * ModelSlope.span - 1)
            let value = try await learn(end.adding(days: -400)...end)
            // After a change meanwhile, the value is used but learned again.
            state.withLock { if $0.stamp == stamp { $0.values[key] = value } }
            return value
        }
    }

    /// Notes the days that changed: the blocks after them are learned again.
    func note(_ changed: [Allergen.ID: Set<CivilDate>]) {
        state.withLock { state in
            for (allergen, days) in changed {
                guard let first = days.min().map(ModelSlope.block(of:)) else { continue }
                let outdated = state.values.keys.filter { $0.allergen == allergen && $0.block > first }
                for key in outdated { state.values[key] = nil }
            }
            state.stamp += 1
        }
    }

    /// Notes that anything may have changed.
    func noteEverything() {
        state.withLock { state in
            state.values = [:]
            state.stamp += 1
        }
    }
}

extension Array {
    /// At most `count` elements, evenly spaced, the first one among them.
    func thinned(to count: Int) -> [Element] {
        let stride = Swift.max(1, (self.count + count - 1) / count)
        return enumerated().filter { $0.offset.isMultiple(of: stride) }.map(\.element)
    }
}
