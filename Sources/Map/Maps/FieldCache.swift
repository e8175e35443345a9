package import Allergens
import Caching
package import Geography
package import Interpolation
package import Observations
import Synchronization

/// Supplies the values of a day.
package protocol DayValueSource: Sendable {
    /// The newest reading of every station that has one in `days`.
    func newestValues(
        of allergen: Allergen.ID, in days: ClosedRange<CivilDate>
    ) async throws -> [DayValue]
    /// The stations' forecasts for a day.
    func forecasts(of allergen: Allergen.ID, for day: CivilDate) async throws -> [DayValue]
}

/// Caches recently used fields, each valid as long as its readings are.
///
/// A field is made once for an allergen and a day, and again only after a reading changed that it may depend
/// on, or from which it learned. When several callers ask for it at once, as the tiles of a viewport do, one makes it and the others
/// wait.
package final class FieldCache: Sendable {
    /// The values that a field is made of.
    package enum Content: Hashable, Sendable {
        /// The newest readings of the stations, as far back as ``Recency`` goes.
        case readings
        /// The stations' forecasts for the day.
        case forecasts
    }

    private struct Key: Hashable {
        let allergen: Allergen.ID
        let day: CivilDate
        let content: Content
    }

    /// A field, and the version of the values that it is made of.
    private struct Edition: Hashable {
        let key: Key
        let version: Int
    }

    private struct State {
        var fields: [Key: (field: IntensityField, version: Int)] = [:]
        /// The stamp at the last change of a key's values.
        var versions: [Key: Int] = [:]
        /// The number of changes.
        var stamp = 0
        /// The stamp at the last reset, which is the version of all keys that have not changed since.
        var reset = 0
        /// For each allergen, the first block of days of some changes, with their stamp.
        ///
        /// Later blocks learn from them. Both rise: a change replaces the earlier ones of its own and later
        /// blocks.
        var lessons: [Allergen.ID: [(block: Int, stamp: Int)]] = [:]

        func version(of key: Key) -> Int {
            let block = ModelSlope.block(of: key.day)
            let learned = lessons[key.allergen]?.last { $0.block < block }?.stamp ?? reset
            return max(versions[key] ?? reset, learned)
        }

        mutating func noteLesson(of allergen: Allergen.ID, from day: CivilDate) {
            let block = ModelSlope.block(of: day)
            lessons[allergen, default: []].removeAll { $0.block >= block }
            lessons[allergen, default: []].append((block, stamp))
        }
    }

    /// Fields in the cache: a year of one allergen, or a fortnight of all.
    ///
    /// With 2,000 stations a field takes 0.5 MB.
    private static let capacity = 400

    private let source: any DayValueSource
    private let taxonomy: Taxonomy
    private let state = Mutex(State())
    private let flights = SingleFlight<Edition, IntensityField>()
    private let slopes: ModelSlopes?
    private let grounds: TerrainSlopes?

    /// Creates a cache; without `grids`, all fields are of stations alone, and without `terrain` all are flat.
    package init(
        source: any DayValueSource, grids: (any ModelGridSource)? = nil, terrain: Terrain? = nil,
        taxonomy: Taxonomy
    ) {
        self.source = source
        slopes = grids.map { ModelSlopes(values: source, grids: $0) }
        grounds = terrain.map { TerrainSlopes(values: source, terrain: $0) }
        self.taxonomy = taxonomy
    }

    /// A number that changes whenever any field may have changed.
    package var stamp: Int { state.withLock(\.stamp) }

    /// The field of an allergen on a day, or `nil` when no scale covers the allergen.
    package func field(
        of id: Allergen.ID, on day: CivilDate, content: Content
    ) async throws -> IntensityField? {
        guard let allergen = taxonomy[id], let bounds = Scale.standard(for: allergen)?.bounds else {
            return nil
        }
        let key = Key(allergen: id, day: day, content: content)
        let (held, version) = state.withLock { state in
            (state.fields[key], state.version(of: key))
        }
        if let held, held.version == version { return held.field }
        // The version was read before the values. After a change in between, this field counts as outdated.
        return try await flights.value(for: Edition(key: key, version: version)) {
            // Another caller may have made it since the look-up above.
            if let held = state.withLock({ $0.fields[key] }), held.version == version { return held.field }
            let values = try await values(for: key)
            let ground = try await grounds?.terrain(of: allergen, bounds: bounds, on: day)
            let field = IntensityField(
                allergen: allergen, bounds: bounds, day: day, samples: values,
                model: try await model(for: key, of: allergen, bounds: bounds, beside: ground),
                terrain: ground)
            keep(field, version: version, for: key)
            return field
        }
    }

    private func values(for key: Key) async throws -> [DayValue] {
        switch key.content {
        case .readings:
            try await source.newestValues(of: key.allergen, in: Recency.days(for: key.day))
        case .forecasts: try await source.forecasts(of: key.allergen, for: key.day)
        }
    }

    /// The model beneath the values of a day.
    ///
    /// Forecasts of pollen and spores stand without it: how far it helps tomorrow has not been judged. Pollutants have
    /// no forecast but the model's.
    private func model(
        for key: Key, of allergen: Allergen, bounds: LevelBounds, beside ground: FieldTerrain?
    ) async throws -> FieldModel? {
        guard key.content == .readings || allergen.category == .pollutant else { return nil }
        return try await slopes?.model(
            of: allergen, bounds: bounds, on: key.day, beside: ground)
    }

    private func keep(_ field: IntensityField, version: Int, for key: Key) {
        state.withLock { state in
            if state.fields[key] == nil, state.fields.count >= Self.capacity,
                let victim = state.fields.first?.key
            {
                state.fields.removeValue(forKey: victim)
            }
            state.fields[key] = (field, version)
        }
    }

    /// Notes the days that changed.
    package func note(_ changed: [Allergen.ID: Set<CivilDate>]) {
        guard !changed.isEmpty else { return }
        slopes?.note(changed)
        grounds?.note(changed)
        let learns = slopes != nil || grounds != nil
        state.withLock { state in
            state.stamp += 1
            for (allergen, days) in changed {
                if learns, let first = days.min() { state.noteLesson(of: allergen, from: first) }
                for day in days {
                    let readings = Recency.days(toldBy: day).map { (day: $0, content: Content.readings) }
                    // A change may also affect the forecasts, for that day and the next.
                    let forecasts = [day, day.adding(days: 1)].map { (day: $0, content: Content.forecasts) }
                    for touched in readings + forecasts {
                        let key = Key(allergen: allergen, day: touched.day, content: touched.content)
                        state.versions[key] = state.stamp
                    }
                }
            }
            // An import of decades names every day of them; a single reset then takes less space.
            if state.versions.count > 100 * Self.capacity { Self.reset(&state) }
        }
    }

    /// Notes that anything may have changed.
    package func noteEverything() {
        slopes?.noteEverything()
        grounds?.noteEverything()
        state.withLock { Self.reset(&$0) }
    }

    private static func reset(_ state: inout State) {
        state.stamp += 1
        state.reset = state.stamp
        state.versions = [:]
        state.lessons = [:]
    }
}
