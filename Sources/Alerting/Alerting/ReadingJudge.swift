import Alerts
import Allergens
import Foundation
import Geography
import Observations

/// Finds the readings of a batch that are too unusual to be published.
///
/// Values of the same batch are compared in memory, series by series. The store is queried only when a
/// questionable value depends on an earlier one that the batch does not hold, so the cost of an import
/// depends on its oddities and not on its rows.
struct ReadingJudge {
    private let readings: [Reading]
    private let order: SeriesOrder
    private let questionable: [Int]
    private let transaction: any ReadingTransaction
    private let taxonomy: Taxonomy
    private var found: [Suspicions]
    private var sites: Sites

    init(
        _ readings: [Reading], by plan: SubmissionPlan, transaction: any ReadingTransaction,
        taxonomy: Taxonomy
    ) {
        self.readings = readings
        order = plan.order
        questionable = plan.questionable
        self.transaction = transaction
        self.taxonomy = taxonomy
        found = Array(repeating: [], count: readings.count)
        sites = Sites(order, transaction: transaction)
    }

    /// Days after a station's first reading before its values are checked against the seasons.
    ///
    /// A new station may be tried out at any time of the year.
    static let trialPeriod = 30

    /// The reasons to doubt each reading.
    mutating func suspicions() throws -> [Suspicions] {
        var next = 0
        for series in order.series {
            let first = next
            while next < questionable.count, questionable[next] < series.range.upperBound { next += 1 }
            if first < next { try judge(questionable[first..<next], of: series) }
        }
        return found
    }

    private mutating func judge(_ places: ArraySlice<Int>, of series: SeriesOrder.Series) throws {
        guard let allergen = taxonomy[series.allergen], let station = try sites.station(series.station),
            !station.isSimulated
        else { return }
        let rules = Plausibility(of: allergen)
        var isSettled = false
        // A doubtful value does not vouch for later ones, so values are judged in order.
        for place in places {
            let entry = order.entries[place]
            let reading = readings[entry.index]
            let day = station.day(of: reading.period)
            if !isSettled { isSettled = try sites.hasPast(series.station, before: day) }
            found[entry.index] = try rules.suspicions(
                about: reading.value, in: reading.period, on: day,
                at: isSettled ? station.position : nil
            ) { periods in
                try earlier(by: periods, than: place, in: series)
            }
        }
    }

    /// The value the given number of periods before a reading of the batch.
    private func earlier(
        by periods: Int, than place: Int, in series: SeriesOrder.Series
    ) throws -> KeptValue? {
        let entry = order.entries[place]
        let time = entry.time - periods * (series.hours == 24 ? 1 : series.hours * 3_600)
        var before = place
        while before > series.range.lowerBound, order.entries[before - 1].time >= time { before -= 1 }
        if order.entries[before].time == time {
            let index = order.entries[before].index
            return readings[index].kept(found[index])
        }
        return try transaction.kept(
            series.allergen, at: series.station, in: readings[entry.index].period.earlier(by: periods))
    }
}

/// The stations of a batch, and how far back their readings go.
private struct Sites {
    private let transaction: any ReadingTransaction
    private var stations: [Station.ID: Station] = [:]
    /// The earliest day of each station in the batch itself.
    private var firstDays: [Station.ID: CivilDate] = [:]
    /// The earliest day before which the store is known to have readings.
    private var settled: [Station.ID: CivilDate] = [:]
    /// The latest day before which the store is known to have none.
    private var unsettled: [Station.ID: CivilDate] = [:]

    init(_ order: SeriesOrder, transaction: any ReadingTransaction) {
        self.transaction = transaction
        for series in order.series where series.hours == 24 {
            let day = CivilDate(daysSinceEpoch: order.entries[series.range.lowerBound].time)
            firstDays[series.station] = min(firstDays[series.station] ?? day, day)
        }
    }

    mutating func station(_ id: Station.ID) throws -> Station? {
        if let known = stations[id] { return known }
        let station = try transaction.station(id)
        stations[id] = station
        return station
    }

    mutating func hasPast(_ station: Station.ID, before day: CivilDate) throws -> Bool {
        let past = day.adding(days: -ReadingJudge.trialPeriod)
        if let first = firstDays[station], first < past { return true }
        if let settled = settled[station], settled <= past { return true }
        if let unsettled = unsettled[station], past <= unsettled { return false }
        let isSettled = try transaction.hasReading(at: station, before: past)
        if isSettled { settled[station] = past } else { unsettled[station] = past }
        return isSettled
    }
}

extension Station {
    /// The day in the station's time zone that a period belongs to.
    fileprivate func day(of period: Reading.Period) -> CivilDate {
        switch period {
        case .day(let day): day
        case .hour(let end), .threeHours(let end):
            CivilDate(at: end.addingTimeInterval(-1), in: timeZone)
        }
    }
}

extension Reading {
    fileprivate func kept(_ suspicions: Suspicions) -> KeptValue {
        KeptValue(
            value: value, detectionLimit: detectionLimit,
            quality: suspicions.isEmpty ? quality : .suspect(suspicions))
    }
}

extension Reading.Period {
    /// The period of the same length, the given number of periods earlier.
    fileprivate func earlier(by count: Int) -> Reading.Period {
        switch self {
        case .day(let day): .day(day.adding(days: -count))
        case .hour(let end): .hour(ending: end.addingTimeInterval(-3_600 * Double(count)))
        case .threeHours(let end): .threeHours(ending: end.addingTimeInterval(-10_800 * Double(count)))
        }
    }
}
