import Alerts
import Allergens
import Foundation
import Geography
import Observations

/// Finds the readings of a batch that are too unusual to be published.
///
/// Values of the same batch are compared in memory, series by series. The store is queried only when a
/// questionable value depends on an earlier one that the batch does not hold, so the cost of an import
/// depends on its oddities and not on its rows. The seasons of a table of a few weeks are looked up once for each
/// taxon.
struct ReadingJudge {
    private let readings: [Reading]
    private let order: SeriesOrder
    private let questionable: [Int]
    private let transaction: any ReadingTransaction
    private let taxonomy: Taxonomy
    private let found: FoundDoubts

    init(
        _ readings: [Reading], by plan: SubmissionPlan, transaction: any ReadingTransaction,
        taxonomy: Taxonomy
    ) {
        self.readings = readings
        order = plan.order
        questionable = plan.questionable
        self.transaction = transaction
        self.taxonomy = taxonomy
        found = FoundDoubts(count: readings.count)
    }

    /// The reasons to doubt each reading.
    func suspicions() throws -> [Suspicions] {
        var next = 0
        for series in order.series {
            let first = next
            while next < questionable.count, questionable[next] < series.range.upperBound { next += 1 }
            if first < next { try judge(questionable[first..<next], of: series) }
        }
        for table in Dictionary(grouping: order.series.filter(isDailyPollen), by: \.station).values {
            try judge(table)
        }
        return found.doubts
    }

    private func isDailyPollen(_ series: SeriesOrder.Series) -> Bool {
        series.hours == 24 && taxonomy[series.allergen]?.category == .pollen
    }

    /// Doubts what is too high in a station's table whose columns have moved.
    private func judge(_ table: [SeriesOrder.Series]) throws {
        guard table.count >= MovedColumns.leastColumns, let centre = middle(of: table),
            let station = try transaction.station(table[0].station), !station.isSimulated
        else { return }
        let known = try table.compactMap {
            series -> (series: SeriesOrder.Series, column: MovedColumns.Column)? in
            let record = try transaction.seasonRecord(of: series.allergen, at: [station.id], around: centre)
            guard let usual = record.usualHighest else { return nil }
            let highest = order.entries[series.range].map { readings[$0.index].value }.max() ?? 0
            return (series, MovedColumns.Column(highest: SeasonRecord.logarithm(of: highest), usual: usual))
        }
        guard MovedColumns.areMoved(known.map(\.column)) else { return }
        let tooHigh = known.filter(\.column.isTooHigh).map(\.series.range)
        for place in questionable where tooHigh.contains(where: { $0.contains(place) }) {
            let index = order.entries[place].index
            if readings[index].value >= Plausibility.seasonFloor { found.doubts[index].insert(.outOfSeason) }
        }
    }

    /// The day in the middle of a table, or `nil` for one that is too short or too long to tell.
    private func middle(of table: [SeriesOrder.Series]) -> CivilDate? {
        let first = table.map { order.entries[$0.range.lowerBound].time }.min()
        let last = table.map { order.entries[$0.range.upperBound - 1].time }.max()
        guard let first, let last, MovedColumns.days.contains(last - first + 1) else { return nil }
        return CivilDate(daysSinceEpoch: (first + last + 1) / 2)
    }

    private func judge(_ places: ArraySlice<Int>, of series: SeriesOrder.Series) throws {
        guard let allergen = taxonomy[series.allergen],
            let station = try transaction.station(series.station), !station.isSimulated
        else { return }
        let rules = Plausibility(of: allergen)
        let neighbourhood = Neighbourhood(of: station, transaction: transaction)
        // What follows sees the doubts about what came before, so values are judged in order.
        for place in places {
            let reading = readings[order.entries[place].index]
            let surroundings = BatchSurroundings(
                place: place, series: series, readings: readings, entries: order.entries, found: found,
                neighbourhood: neighbourhood, transaction: transaction)
            found.doubts[order.entries[place].index] = try rules.suspicions(
                about: reading.value, in: reading.period, among: surroundings)
        }
    }
}

/// The doubts about the readings of a batch so far: shared, since a copy for each reading would cost the
/// square of their number.
private final class FoundDoubts {
    var doubts: [Suspicions]

    init(count: Int) { doubts = Array(repeating: [], count: count) }
}

/// The neighbours of a station, looked up once.
private final class Neighbourhood {
    private let station: Station
    private let transaction: any ReadingTransaction
    private var found: [Station.ID]?

    init(of station: Station, transaction: any ReadingTransaction) {
        (self.station, self.transaction) = (station, transaction)
    }

    func stations() throws -> [Station.ID] {
        if let found { return found }
        let stations = try transaction.neighbours(of: station)
        found = stations
        return stations
    }
}

/// What a batch and the store know around a reading of the batch.
private struct BatchSurroundings: ReadingSurroundings {
    /// The reading's index in ``entries``.
    let place: Int
    let series: SeriesOrder.Series
    let readings: [Reading]
    let entries: [SeriesOrder.Entry]
    let found: FoundDoubts
    let neighbourhood: Neighbourhood
    let transaction: any ReadingTransaction

    private var entry: SeriesOrder.Entry { entries[place] }
    private var period: Reading.Period { readings[entry.index].period }
    /// The length of a period in the unit of ``SeriesOrder/Entry/time``.
    private var step: Int { series.hours == 24 ? 1 : series.hours * 3_600 }
    private var day: CivilDate { CivilDate(daysSinceEpoch: entry.time) }

    func earlier(by periods: Int) throws -> KeptValue? {
        let time = entry.time - periods * step
        var before = place
        while before > series.range.lowerBound, entries[before - 1].time >= time { before -= 1 }
        return entries[before].time == time
            ? value(at: before) : try stored(in: period.moved(by: -periods))
    }

    func next() throws -> KeptValue? {
        let time = entry.time + step
        var after = place
        while after + 1 < series.range.upperBound, entries[after].time < time { after += 1 }
        return entries[after].time == time ? value(at: after) : try stored(in: period.moved(by: 1))
    }

    func seasonRecord() throws -> SeasonRecord {
        var record = try transaction.seasonRecord(of: series.allergen, at: [series.station], around: day)
        for before in series.range.lowerBound..<place {
            let value = value(at: before)
            if value.quality.counts {
                record.note(value.value, on: CivilDate(daysSinceEpoch: entries[before].time))
            }
        }
        return record
    }

    func neighbouringRecord() throws -> SeasonRecord {
        try transaction.seasonRecord(of: series.allergen, at: neighbourhood.stations(), around: day)
    }

    func highestNearby() throws -> Double? {
        try transaction.highest(
            of: series.allergen, at: neighbourhood.stations(),
            in: day.adding(days: -1)...day.adding(days: 1))
    }

    private func value(at place: Int) -> KeptValue {
        let index = entries[place].index
        return readings[index].kept(found.doubts[index])
    }

    private func stored(in period: Reading.Period) throws -> KeptValue? {
        try transaction.kept(series.allergen, at: series.station, in: period)
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
    /// The period of the same length, the given number of periods later.
    fileprivate func moved(by count: Int) -> Reading.Period {
        switch self {
        case .day(let day): .day(day.adding(days: count))
        case .hour(let end): .hour(ending: end.addingTimeInterval(3_600 * Double(count)))
        case .threeHours(let end): .threeHours(ending: end.addingTimeInterval(10_800 * Double(count)))
        }
    }
}
