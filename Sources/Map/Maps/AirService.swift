package import Allergens
package import Geography
import Interpolation
package import Observations

/// Looks up the air at a place, in the same fields that the tiles show.
package struct AirService: Sendable {
    private let fields: FieldCache
    private let taxonomy: Taxonomy

    package init(fields: FieldCache, taxonomy: Taxonomy) {
        self.fields = fields
        self.taxonomy = taxonomy
    }

    /// The known values at a position on a day, the highest index first; unknown allergens are left out.
    package func air(
        at position: Coordinate, on day: CivilDate, today: CivilDate
    ) async throws -> [AirValue] {
        try await air(at: position, on: day, today: today) { _ in true }
    }

    /// The same, of those allergens only that are asked for.
    package func air(
        at position: Coordinate, on day: CivilDate, today: CivilDate, where isAskedFor: (Allergen) -> Bool
    ) async throws -> [AirValue] {
        var values: [AirValue] = []
        for allergen in taxonomy.allergens where allergen.unit != nil && isAskedFor(allergen) {
            let now = try await estimate(
                of: allergen, at: position, on: day, content: day > today ? .forecasts : .readings)
            guard let now else { continue }
            var coming: [Estimate?] = []
            for ahead in 1...2 {
                coming.append(
                    try await estimate(
                        of: allergen, at: position, on: day.adding(days: ahead), content: .forecasts))
            }
            values.append(
                AirValue(
                    allergen: allergen, today: AirValue.Estimate(now), station: now.nearest?.station,
                    distance: now.distance, model: now.model,
                    tomorrow: coming[0].map(AirValue.Estimate.init),
                    dayAfter: coming[1].map(AirValue.Estimate.init)))
        }
        return values.sorted {
            ($0.today.index, $1.allergen.code) > ($1.today.index, $0.allergen.code)
        }
    }

    private func estimate(
        of allergen: Allergen, at position: Coordinate, on day: CivilDate, content: FieldCache.Content
    ) async throws -> Estimate? {
        try await fields.field(of: allergen.id, on: day, content: content)?.estimate(at: position)
    }
}

extension AirValue.Estimate {
    fileprivate init(_ estimate: Estimate) {
        self.init(
            day: estimate.day, value: estimate.concentration, level: estimate.level, index: estimate.index,
            basis: estimate.basis,
            interval: estimate.nearest.flatMap { nearest in
                nearest.interval?.moved(from: nearest.value, to: estimate.concentration)
            }, knowsWeather: estimate.nearest?.knowsWeather ?? false)
    }
}
