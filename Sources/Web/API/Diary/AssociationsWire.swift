import Alerts
import Allergens
import Association
import Diary
import Foundation
import HTTP
import NIOCore
import Observations

/// What goes together with the days of a diary.
struct AssociationsAnswer: Encodable {
    struct Missing: Encodable {
        let days: Int
        let badDays: Int
        let goodDays: Int
        let spread: Bool
    }

    struct Association: Encodable {
        let allergen: String
        let unit: String?
        let verdict: String
        let with: [String]?
        let missing: Missing?
        let count: Int
        let correlation: Double?
        let low: Double?
        let high: Double?
        /// In the JSON, the exposure is the geometric mean of 1 + the concentration over three days, less 1.
        let points: [PollenAssociation.Point]

        /// All but the points, which ``AssociationsAnswer/json()`` writes.
        enum CodingKeys: CodingKey {
            case allergen, unit, verdict, with, missing, count, correlation, low, high
        }
    }

    /// The number by which days were compared.
    let measure: String
    /// The entries that have it.
    let entries: Int
    let fences: [String]
    let associations: [Association]

    /// All but the associations, which ``json()`` writes.
    enum CodingKeys: CodingKey {
        case measure, entries, fences
    }

    init(
        _ measure: DiaryMeasure, _ entries: [DiaryEntry], _ air: MeasuredAir, at fences: [Fence],
        _ taxonomy: Taxonomy
    ) {
        self.measure = measure.rawValue
        self.fences = fences.map(\.name)
        var symptoms: [CivilDate: Double] = [:]
        for entry in entries { symptoms[entry.day] = measure.number(of: entry) }
        self.entries = symptoms.count
        let concentrations = air.series.filter { taxonomy[$0.key]?.isAirborneParticle == true }
            .mapValues(\.values)
        let found = PollenAssociation.all(symptoms: symptoms, concentrations: concentrations) {
            taxonomy[$0]?.levelBounds ?? []
        }
        associations = found.filter { !$0.points.isEmpty }.map { Association($0, taxonomy) }
    }
}

extension AssociationsAnswer {
    /// The answer as JSON.
    ///
    /// Three years of 20 allergens are 22,000 points, which an encoder takes longer to write than it takes to find
    /// what goes together.
    func json() throws -> ByteBuffer {
        var days: [CivilDate: String] = [:]
        var text = try Self.opened(self) + ",\"associations\":["
        for (place, association) in associations.enumerated() {
            text += place == 0 ? "" : ","
            text += try Self.opened(association) + ",\"points\":["
            for (place, point) in association.points.enumerated() {
                let day = days[point.day] ?? point.day.description
                days[point.day] = day
                text += place == 0 ? "" : ","
                text += "{\"day\":\"\(day)\",\"exposure\":\((expm1(point.exposure) * 10).rounded() / 10),"
                text += "\"symptoms\":\((point.symptoms * 100).rounded() / 100)}"
            }
            text += "]}"
        }
        return ByteBuffer(string: text + "]}")
    }

    /// The JSON of an object without its end.
    private static func opened(_ value: some Encodable) throws -> String {
        String(decoding: try JSON.encoder.encode(value).dropLast(), as: UTF8.self)
    }
}

extension AssociationsAnswer.Association {
    init(_ found: PollenAssociation, _ taxonomy: Taxonomy) {
        var (missing, with): (AssociationsAnswer.Missing?, [String]?)
        switch found.verdict {
        case .tooEarly(let lack):
            verdict = "tooEarly"
            missing = .init(days: lack.days, badDays: lack.bad, goodDays: lack.good, spread: lack.spread)
        case .notSeen: verdict = "notSeen"
        case .together: verdict = "together"
        case .togetherWith(let others):
            verdict = "togetherWith"
            with = others.map(\.rawValue)
        }
        (self.missing, self.with) = (missing, with)
        allergen = found.allergen.rawValue
        unit = taxonomy[found.allergen]?.unit?.rawValue
        count = found.points.count
        correlation = found.rho.map { ($0 * 100).rounded() / 100 }
        low = found.interval.map { ($0.lowerBound * 100).rounded() / 100 }
        high = found.interval.map { ($0.upperBound * 100).rounded() / 100 }
        points = found.points
    }
}

extension Allergen {
    /// The values from which its levels begin, in its unit.
    var levelBounds: [Double] {
        guard let bounds = Scale.standard(for: self)?.bounds else { return [] }
        return [bounds.low, bounds.moderate, bounds.high, bounds.veryHigh]
    }

    fileprivate var isAirborneParticle: Bool { category == .pollen || category == .spore }
}
