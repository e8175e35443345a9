import Allergens
import Geography
import Interpolation
import Observations

/// Learns and keeps what the ground does to the map, for each allergen and block of ten days.
///
/// Only days of the season teach it, and only stations that measure: simulated ones teach nothing about the
/// air. Before there is a past, the ground does nothing.
final class TerrainSlopes: Sendable {
    /// One day in three is read, and consecutive days are alike.
    private static let spacing = 3
    /// The most days that it learns from, evenly spaced.
    ///
    /// With 2,000 stations a day takes some 20 ms.
    private static let mostDays = 60
    /// In the allergen's unit; below this mean of the stations a day is out of season.
    private static let leastMean = 1.0

    private let values: any DayValueSource
    private let terrain: Terrain
    private let learned = LearnedByBlock<TerrainTrend>()

    init(values: any DayValueSource, terrain: Terrain) {
        self.values = values
        self.terrain = terrain
    }

    /// The ground of a day's field, or `nil` where it does nothing.
    func terrain(of allergen: Allergen, bounds: LevelBounds, on day: CivilDate) async throws -> FieldTerrain?
    {
        let trend = try await learned.value(of: allergen.id, on: day) { span in
            var slope = TerrainSlope()
            for (day, samples) in try await season(of: allergen.id, in: span).thinned(to: Self.mostDays) {
                slope.learn(
                    from: IntensityField(allergen: allergen, bounds: bounds, day: day, samples: samples),
                    on: terrain)
            }
            return slope.trend
        }
        return FieldTerrain(terrain, trend: trend)
    }

    private func season(
        of allergen: Allergen.ID, in span: ClosedRange<CivilDate>
    ) async throws -> [(CivilDate, [DayValue])] {
        var season: [(CivilDate, [DayValue])] = []
        for offset in stride(
            from: 0, through: span.upperBound.daysSinceEpoch - span.lowerBound.daysSinceEpoch,
            by: Self.spacing)
        {
            let day = span.lowerBound.adding(days: offset)
            let samples = try await values.newestValues(of: allergen, in: day...day)
                .filter { $0.basis == .measured }
            let sum = samples.reduce(0) { $0 + $1.value }
            if samples.count > 1, sum >= Self.leastMean * Double(samples.count) {
                season.append((day, samples))
            }
        }
        return season
    }

    func note(_ changed: [Allergen.ID: Set<CivilDate>]) { learned.note(changed) }

    func noteEverything() { learned.noteEverything() }
}
