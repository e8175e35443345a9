package import Allergens
package import Geography
package import Interpolation
package import Observations

/// The field behind the tiles, with its reach: beyond the reach nothing is known.
///
/// With grids of a numerical model, it follows the model as far as the days that it was fitted to say, and
/// with terrain the ground. The place that is asked for has the altitude of the table, as on the map.
package struct MapField: Interpolator {
    package let name: String
    private let allergen: Allergen
    private let bounds: LevelBounds
    private let grids: [CivilDate: ModelGrid]
    private let terrain: Terrain?
    private let averaging: Averaging
    private var slope = 0.0
    private var trend = TerrainTrend.none

    /// Creates the map of stations alone or, with `grids`, of stations and a model; `terrain` is the ground.
    ///
    /// The numbers of `averaging` are the allergen's standard ones unless others are given.
    package init(
        of allergen: Allergen, bounds: LevelBounds, grids: [CivilDate: ModelGrid] = [:],
        terrain: Terrain? = nil, averaging: Averaging? = nil
    ) {
        self.averaging = averaging ?? .standard(for: allergen.id)
        self.allergen = allergen
        self.bounds = bounds
        self.grids = grids
        self.terrain = terrain
        name =
            switch (grids.isEmpty, terrain == nil) {
            case (true, true): "the map"
            case (true, false): "the map with terrain"
            case (false, true): "the map with the model"
            case (false, false): "the map with terrain and the model"
            }
    }

    package func fitted(to days: [[DayValue]]) -> MapField {
        var copy = self
        if let terrain {
            var ground = TerrainSlope()
            for samples in days {
                guard let day = samples.first?.day else { continue }
                ground.learn(
                    from: IntensityField(
                        allergen: allergen, bounds: bounds, day: day, samples: samples, averaging: averaging),
                    on: terrain)
            }
            copy.trend = ground.trend
        }
        guard !grids.isEmpty else { return copy }
        var learned = ModelSlope()
        for samples in days {
            if let field = copy.field(of: samples) { learned.learn(from: field) }
        }
        copy.slope = learned.value
        return copy
    }

    package func concentration(at position: Coordinate, from samples: [DayValue]) -> Double? {
        field(of: samples)?.estimate(at: position)?.concentration
    }

    private func field(of samples: [DayValue]) -> IntensityField? {
        guard let day = samples.first?.day else { return nil }
        return IntensityField(
            allergen: allergen, bounds: bounds, day: day, samples: samples, averaging: averaging,
            model: grids[day].map { FieldModel(grid: $0, slope: slope) },
            terrain: terrain.flatMap { FieldTerrain($0, trend: trend) })
    }
}
