import Alerts
import Allergens
import Association
import Diary
import Foundation
import HTTP
import NIOCore
import Observations

/// What goes together with the days of a diary.
struct AssociationsAnswer {
    struct Missing {
        let days: Int
        let badDays: Int
        let goodDays: Int
        let spread: Bool
    }

    struct Association {
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
    }

    /// The number by which days were compared.
    let measure: String
    /// The entries that have it.
    let entries: Int
    let fences: [String]
    let associations: [Association]

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
    func json() -> ByteBuffer {
        var days: [CivilDate: String] = [:]
        var writer = JSONWriter()
        writer.object { answer in
            answer.name("associations")
            answer.list { list in for association in associations { association.write(to: &list, &days) } }
            answer.name("entries")
            answer.value(Double(entries))
            answer.name("fences")
            answer.list { list in for fence in fences { list.value(fence) } }
            answer.name("measure")
            answer.value(measure)
        }
        return ByteBuffer(bytes: writer.bytes)
    }
}

extension AssociationsAnswer.Association {
    /// Writes it; the text of each day is made once, since all allergens have the same days.
    fileprivate func write(to writer: inout JSONWriter, _ days: inout [CivilDate: String]) {
        writer.object { entry in
            entry.name("allergen")
            entry.value(allergen)
            entry.member("correlation", correlation)
            entry.member("count", Double(count))
            entry.member("high", high)
            entry.member("low", low)
            if let missing { missing.write(to: &entry) }
            entry.name("points")
            entry.list { list in for point in points { Self.write(point, to: &list, &days) } }
            if let unit {
                entry.name("unit")
                entry.value(unit)
            }
            entry.name("verdict")
            entry.value(verdict)
            if let with {
                entry.name("with")
                entry.list { list in for other in with { list.value(other) } }
            }
        }
    }

    private static func write(
        _ point: PollenAssociation.Point, to writer: inout JSONWriter, _ days: inout [CivilDate: String]
    ) {
        let day = days[point.day] ?? point.day.description
        days[point.day] = day
        writer.object { entry in
            entry.name("day")
            entry.value(day)
            entry.member("exposure", (expm1(point.exposure) * 10).rounded() / 10)
            entry.member("symptoms", (point.symptoms * 100).rounded() / 100)
        }
    }
}

extension AssociationsAnswer.Missing {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.name("missing")
        writer.object { entry in
            entry.member("badDays", Double(badDays))
            entry.member("days", Double(days))
            entry.member("goodDays", Double(goodDays))
            entry.name("spread")
            entry.value(spread)
        }
    }
}

extension JSONWriter {
    /// Writes a number and its name, if there is one.
    fileprivate mutating func member(_ name: String, _ number: Double?) {
        guard let number else { return }
        self.name(name)
        value(number)
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
