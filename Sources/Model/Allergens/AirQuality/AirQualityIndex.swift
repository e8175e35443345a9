import Foundation

/// A published table that turns concentrations of pollutants into an index.
///
/// Indices are not comparable with one another: a value is never shown without its index.
package struct AirQualityIndex: Sendable, Identifiable, Decodable {
    /// How a table yields a value.
    package enum Scoring: String, Sendable, Decodable {
        /// Interpolates within classes.
        ///
        /// Concentrations are truncated to the table's decimals and interpolated within their class. The
        /// value is rounded to a whole number, halves upwards (EPA-454/B-24-002, section II).
        case linear
        /// Counts bands.
        ///
        /// Concentrations are rounded to whole units, halves upwards. The value is the number of the band,
        /// and the last band is open.
        case bands
    }

    /// One class of the index: the values from `first` to `last`.
    package struct Class: Sendable, Decodable {
        package let category: AirQualityCategory
        package let first: Int
        package let last: Int
        /// The publisher's colour as #RRGGBB; the middle one where a class has several.
        package let colour: String
        package let advice: AirQualityAdvice
        /// The class's level on maps and in alerts, if they follow this index.
        package let level: Level?
    }

    /// The breakpoints of one pollutant, averaged over one period.
    package struct Table: Sendable, Decodable {
        package let pollutant: Pollutant
        package let period: AveragingPeriod
        package let unit: PollutantUnit
        /// The decimals of the printed breakpoints.
        package let decimals: Int
        /// The index of the table's first class; 1-hour ozone begins with the third class.
        package let firstClass: Int
        /// The lowest concentration in the table.
        package let begin: Double
        /// The highest concentration of each class or band, rising.
        package let ends: [Double]
        /// Whether concentrations above the table have the value of its end: 1-hour SO2 is never more than
        /// 200.
        package let staysAtItsEnd: Bool

        private enum CodingKeys: String, CodingKey {
            case pollutant, period, unit, decimals, firstClass, begin, ends, staysAtItsEnd
        }

        package init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            pollutant = try container.decode(Pollutant.self, forKey: .pollutant)
            period = try container.decode(AveragingPeriod.self, forKey: .period)
            unit = try container.decode(PollutantUnit.self, forKey: .unit)
            decimals = try container.decodeIfPresent(Int.self, forKey: .decimals) ?? 0
            firstClass = try container.decodeIfPresent(Int.self, forKey: .firstClass) ?? 0
            begin = try container.decodeIfPresent(Double.self, forKey: .begin) ?? 0
            ends = try container.decode([Double].self, forKey: .ends)
            staysAtItsEnd = try container.decodeIfPresent(Bool.self, forKey: .staysAtItsEnd) ?? false
        }
    }

    /// The pollutants without which the index has no value.
    package struct Needs: Sendable, Decodable {
        /// The number of rated pollutants.
        package let atLeast: Int
        /// One of them must be among these.
        package let oneOf: Set<Pollutant>

        func areMet(by rated: Set<Pollutant>) -> Bool {
            rated.count >= atLeast && !rated.isDisjoint(with: oneOf)
        }
    }

    package let id: String
    package let title: String
    /// The publisher.
    package let source: String
    package let scoring: Scoring
    /// `nil` if one pollutant is enough.
    package let needs: Needs?
    /// The classes, best first.
    package let classes: [Class]
    package let tables: [Table]
}

extension AirQualityIndex: Hashable {
    /// Whether both are the same published table, which its name tells.
    package static func == (left: AirQualityIndex, right: AirQualityIndex) -> Bool { left.id == right.id }

    package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension AirQualityIndex {
    private struct Document: Decodable { let indices: [AirQualityIndex] }

    /// The built-in indices: those of the US, Europe, the United Kingdom and India.
    package static let standard: [AirQualityIndex] = {
        do {
            return try JSONDecoder().decode(
                Document.self, from: Data(EmbeddedFiles["Resources/air-quality.json"])
            )
            .indices
        } catch {
            preconditionFailure("the built-in air quality indices are broken: \(error)")
        }
    }()

    /// The built-in index with this name: `us-aqi`, `eaqi`, `uk-daqi` or `naqi`.
    package static func standard(_ id: String) -> AirQualityIndex? { standard.first { $0.id == id } }

    /// The bounds of the levels for each pollutant, if the classes have levels.
    ///
    /// A level begins with its first class.
    var levelBounds: [Allergen.ID: LevelBounds] {
        let pairs = tables.compactMap { table in bounds(in: table).map { (table.pollutant.allergen, $0) } }
        return Dictionary(pairs) { first, _ in first }
    }

    private func bounds(in table: Table) -> LevelBounds? {
        func begin(_ level: Level) -> Double? {
            guard let place = classes.firstIndex(where: { $0.level == level }),
                table.ends.indices.contains(place - 1)
            else { return nil }
            return table.ends[place - 1] + 1
        }
        guard let moderate = begin(.moderate), let high = begin(.high), let veryHigh = begin(.veryHigh) else {
            return nil
        }
        return LevelBounds(low: 1, moderate: moderate, high: high, veryHigh: veryHigh)
    }
}
