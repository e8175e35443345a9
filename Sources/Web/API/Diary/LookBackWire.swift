import Alerts
import Allergens
import Association
import Diary
import Foundation
import HTTP
import Observations

/// What stations measured around a person's places, with one number for each day.
struct MeasuredAirAnswer: Encodable {
    struct Series: Encodable {
        let allergen: String
        let unit: String?
        let stations: [String]
        /// One for each day from the first; `nil` where nothing was measured.
        let values: [Double?]
        /// The values from which each level begins, the lowest first.
        let bounds: [Double]
    }

    struct Place: Encodable {
        let id: String
        let name: String
        let simulated: Bool
        let attribution: String?
    }

    /// The names of the fences that it is about.
    let fences: [String]
    let from: String
    let to: String
    let stations: [Place]
    let series: [Series]

    init(_ air: MeasuredAir, at fences: [Fence], on days: ClosedRange<CivilDate>, _ taxonomy: Taxonomy) {
        self.fences = fences.map(\.name)
        (from, to) = (days.lowerBound.description, days.upperBound.description)
        stations = air.stations.map {
            Place(id: $0.id.rawValue, name: $0.name, simulated: $0.isSimulated, attribution: $0.attribution)
        }
        let length = days.upperBound.daysSinceEpoch - days.lowerBound.daysSinceEpoch + 1
        series = taxonomy.allergens.compactMap { allergen in
            guard let series = air.series[allergen.id] else { return nil }
            return Series(
                allergen: allergen.id.rawValue, unit: allergen.unit?.rawValue,
                stations: series.stations.map(\.rawValue).sorted(),
                values: (0..<length).map { place in
                    series.values[days.lowerBound.adding(days: place)].map { ($0 * 10).rounded() / 10 }
                }, bounds: allergen.levelBounds)
        }
    }
}

/// What the entries show when they are put side by side.
struct InsightsAnswer: Encodable {
    struct LastReaction: Encodable {
        let day: String
        let days: Int
    }

    struct Day: Encodable {
        let day: String
        let count: Int
        let entered: Bool
    }

    struct Course: Encodable {
        let symptom: String
        let present: [Bool]
    }

    struct Share: Encodable {
        let symptom: String
        let count: Int
        let share: Double
    }

    let today: String
    let lastReaction: LastReaction?
    let month: [Day]
    let week: [Course]
    let shares: [Share]

    init(_ insights: DiaryInsights, today: CivilDate) {
        self.today = today.description
        lastReaction = insights.lastReaction.map {
            LastReaction(day: $0.description, days: today.daysSinceEpoch - $0.daysSinceEpoch)
        }
        month = insights.month.map {
            Day(day: $0.day.description, count: $0.count, entered: $0.isEntered)
        }
        week = insights.week.map { Course(symptom: $0.symptom.name, present: $0.days) }
        shares = insights.shares.map { Share(symptom: $0.symptom.name, count: $0.count, share: $0.share) }
    }
}

extension DiaryItem {
    /// The name of a question or symptom in the API.
    fileprivate var name: String {
        switch self {
        case .question(let question): question.rawValue
        case .symptom(let symptom): symptom.rawValue
        case .medicine, .note: key
        }
    }
}

/// What goes together with the days of a diary.
struct AssociationsAnswer: Encodable {
    struct Missing: Encodable {
        let days: Int
        let badDays: Int
        let goodDays: Int
        let spread: Bool
    }

    struct Point: Encodable {
        let day: String
        /// The geometric mean of 1 + the concentration over three days, less 1.
        let exposure: Double
        let symptoms: Double
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
        let points: [Point]
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
        points = found.points.map { point in
            .init(
                day: point.day.description, exposure: (expm1(point.exposure) * 10).rounded() / 10,
                symptoms: (point.symptoms * 100).rounded() / 100)
        }
    }
}

extension Allergen {
    /// The values from which its levels begin, in its unit.
    fileprivate var levelBounds: [Double] {
        guard let bounds = Scale.standard(for: self)?.bounds else { return [] }
        return [bounds.low, bounds.moderate, bounds.high, bounds.veryHigh]
    }

    fileprivate var isAirborneParticle: Bool { category == .pollen || category == .spore }
}
