import Alerts
import Allergens
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
