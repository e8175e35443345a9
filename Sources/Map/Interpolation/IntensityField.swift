package import Allergens
package import Geography
package import Observations

/// One allergen's intensity on one day, known at stations and estimated between them.
///
/// The estimate averages log₁₀(x + 1) of the stations within ``Reach``, see ``Averaging``. It is continuous
/// where a station comes into reach. A place beyond the reach of every station is unknown, unless a numerical
/// model covers it, see ``FieldModel``; without a model, the field is one of stations alone. At a station the
/// estimate is its reading; stations at one place share the mean of their logarithms. Samples that are too
/// old for the day, see ``Recency``, are left out. A field is immutable; new readings require a new field,
/// which costs a sort.
package struct IntensityField: Sendable {
    package let allergen: Allergen
    package let bounds: LevelBounds
    package let day: CivilDate
    /// How far each sample has influence.
    package let reach: Reach
    /// The samples, ordered by station.
    package let samples: [DayValue]
    /// The numerical model beneath the field, if there is one.
    package let model: FieldModel?
    /// What the ground does, if it does anything.
    package let terrain: FieldTerrain?
    let averaging: Averaging
    let lift: Lift
    let index: StationIndex
    let grades: GradeTable
    /// The grades of the readings, by rank.
    let stationGrades: [Float]
    /// The provenances to which the indices in sources refer.
    let provenances: [Provenance]
    private let records: [SIMD8<UInt64>]

    /// Creates the field; `averaging` defaults to the allergen's standard.
    package init(
        allergen: Allergen, bounds: LevelBounds, day: CivilDate, samples: [DayValue],
        averaging: Averaging? = nil, model: FieldModel? = nil, terrain: FieldTerrain? = nil
    ) {
        self.model = model
        self.terrain = terrain
        let averaging = averaging ?? .standard(for: allergen.id)
        self.averaging = averaging
        lift = Lift(averaging, bounds: bounds)
        self.allergen = allergen
        self.bounds = bounds
        self.day = day
        let reach = Reach.standard(for: allergen)
        self.reach = reach
        let sorted = samples.filter { Provenance($0, on: day).freshness > 0 }
            .sorted { $0.station < $1.station }
        self.samples = sorted
        let provenances = Set(sorted.map { Provenance($0, on: day) }).sorted()
        self.provenances = provenances
        let index = StationIndex(
            sorted, reach: reach, averaging: averaging, grid: model?.grid, terrain: terrain
        ) { sample in
            provenances.firstIndex(of: Provenance(sample, on: day)) ?? 0
        }
        self.index = index
        grades = GradeTable(bounds)
        stationGrades = index.places.map { Grade.of(sorted[$0].value, within: bounds) }
        records = index.places.indices.map { rank in
            Self.record(of: sorted[index.places[rank]], index.sources[rank], terrain)
        }
    }

    /// The sample of a station; `nil` if it has none.
    package func sample(of station: Station.ID) -> DayValue? {
        var range = samples.indices
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            let found = samples[middle].station
            if found == station { return samples[middle] }
            range = found < station ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return nil
    }

    /// The samples that can influence a point of the box, by station; correct across the antimeridian and the
    /// poles.
    ///
    /// A few near the corners of the box may be too far away.
    package func samples(reaching box: BoundingBox) -> [DayValue] {
        index.ranks(reaching: box).map { index.places[$0] }.sorted().map { samples[$0] }
    }

    /// The data that determine the picture of a box.
    ///
    /// For each sample that can reach the box, in spatial order: the bits of longitude, latitude and
    /// concentration, the day, the basis, the effect of the neighbours on the station, and that of the ground.
    /// A record of the ground follows if it moves the field, and one of the model where it is in the box or
    /// around it. Two fields of one allergen and day with the
    /// same records are identical in that box.
    package func records(reaching box: BoundingBox) -> [SIMD8<UInt64>] {
        var stations = index.ranks(reaching: box).map { records[$0] }
        if let terrain, !stations.isEmpty { stations.append(Self.record(of: terrain)) }
        guard let model, model.grid.touches(box.expanded(by: reach.metres)) else { return stations }
        return stations + [Self.record(of: model)]
    }

    /// Whether nothing is known anywhere.
    package var isEmpty: Bool { samples.isEmpty && model == nil }

    private static func record(of model: FieldModel) -> SIMD8<UInt64> {
        SIMD8(
            model.grid.digest, model.slope.bitPattern, model.grid.source.degrees.bitPattern, 0, 0, 0, 0, 1)
    }

    private static func record(of terrain: FieldTerrain) -> SIMD8<UInt64> {
        let trend = terrain.trend
        return SIMD8(
            terrain.terrain.digest, trend.slope.bitPattern, trend.altitudes.lowerBound.bitPattern,
            trend.altitudes.upperBound.bitPattern, 0, 0, 0, 2)
    }

    private static func record(
        of sample: DayValue, _ source: Source, _ terrain: FieldTerrain?
    ) -> SIMD8<UInt64> {
        SIMD8(
            sample.position.longitude.bitPattern, sample.position.latitude.bitPattern,
            sample.value.bitPattern, UInt64(bitPattern: Int64(sample.day.daysSinceEpoch)),
            sample.basis == .measured ? 0 : 1, UInt64(source.yielding.bitPattern),
            UInt64(source.squaredSoftening.bitPattern), terrain?.part(of: sample).bitPattern ?? 0)
    }
}
