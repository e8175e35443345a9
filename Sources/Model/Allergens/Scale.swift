import Foundation

/// A published table that turns concentrations into levels.
package struct Scale: Sendable, Identifiable, Decodable {
    package let id: String
    package let title: String
    /// The publisher.
    package let source: String
    package let unit: ConcentrationUnit
    private let allergens: [Allergen.ID: LevelBounds]?
    private let groups: [Allergen.Group: LevelBounds]?

    /// The bounds for an allergen: its own, or those of its group; `nil` when the scale does not cover it.
    package func bounds(for allergen: Allergen) -> LevelBounds? {
        guard allergen.unit == unit else { return nil }
        return allergens?[allergen.id] ?? allergen.group.flatMap { groups?[$0] }
    }
}

extension Scale {
    private struct Document: Decodable { let scales: [Scale] }

    /// The built-in scales, in order of preference.
    package static let standard: [Scale] = {
        do {
            return try JSONDecoder().decode(Document.self, from: Data(EmbeddedFiles["Resources/scales.json"]))
                .scales
                + [airQuality]
        } catch {
            preconditionFailure("the built-in scales are broken: \(error)")
        }
    }()

    /// The levels of pollutants, which follow the classes of the European Air Quality Index.
    private static let airQuality: Scale = {
        guard let index = AirQualityIndex.standard("eaqi")
        else { preconditionFailure("the European index is built in") }
        return Scale(
            id: index.id,
            title: "European Air Quality Index: good and fair are low, moderate is moderate, poor is high, "
                + "very poor and worse are very high",
            source: index.source, unit: .microgramsPerCubicMetre, allergens: index.levelBounds, groups: nil)
    }()

    /// The first built-in scale that covers an allergen, with its bounds.
    package static func standard(for allergen: Allergen) -> (scale: Scale, bounds: LevelBounds)? {
        for scale in standard {
            if let bounds = scale.bounds(for: allergen) { return (scale, bounds) }
        }
        return nil
    }
}

/// The concentrations at which the levels of one allergen begin, as whole numbers.
///
/// Scales are printed for whole grains (1–10, 11–69, …), so a class begins half a grain below its printed
/// lower bound: 10.4 is low and 10.5 is moderate, just as their roundings 10 and 11 are.
package struct LevelBounds: Hashable, Sendable, Decodable {
    package let low: Double
    package let moderate: Double
    package let high: Double
    package let veryHigh: Double

    /// Creates bounds, or returns `nil` unless they are finite and rise from one grain or more.
    ///
    /// Below one grain, taking half a grain off the printed bounds would leave no room for the start of the
    /// index.
    package init?(low: Double, moderate: Double, high: Double, veryHigh: Double) {
        guard low >= 1, low < moderate, moderate < high, high < veryHigh, veryHigh.isFinite else {
            return nil
        }
        self.low = low
        self.moderate = moderate
        self.high = high
        self.veryHigh = veryHigh
    }

    package init(from decoder: any Decoder) throws {
        let numbers = try decoder.singleValueContainer().decode([Double].self)
        guard numbers.count == 4,
            let bounds = LevelBounds(
                low: numbers[0], moderate: numbers[1], high: numbers[2], veryHigh: numbers[3])
        else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "four rising bounds are needed"))
        }
        self = bounds
    }

    /// The concentration at which the index reaches 10.
    ///
    /// The scales leave the top class open. It is closed where the next class would begin if the classes
    /// continued to grow by their last ratio.
    package var top: Double { veryHigh * veryHigh / high }

    /// The concentrations at which the index is 0, 2.5, 5, 7.5 and 10.
    package var knots: [Double] { [0, moderate - 0.5, high - 0.5, veryHigh - 0.5, top] }

    /// The level of a concentration of zero or more.
    package func level(of concentration: Double) -> Level {
        switch concentration {
        case (veryHigh - 0.5)...: .veryHigh
        case (high - 0.5)...: .high
        case (moderate - 0.5)...: .moderate
        case (low - 0.5)...: .low
        default: .none
        }
    }

    /// The index of a concentration: 0…10, continuous, piecewise linear between the levels' bounds.
    ///
    /// 0–2.5 is none and low, 2.5–5 moderate, 5–7.5 high, 7.5–10 very high.
    package func index(of concentration: Double) -> Double {
        let knots = knots
        guard concentration > 0 else { return 0 }
        for upper in 1..<knots.count where concentration < knots[upper] {
            let share = (concentration - knots[upper - 1]) / (knots[upper] - knots[upper - 1])
            return 2.5 * (Double(upper - 1) + share)
        }
        return 10
    }
}
