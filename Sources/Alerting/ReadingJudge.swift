import Allergens
import Foundation
import Geography

/// Finds the readings of a batch that are too strange to be passed on.
///
/// What came in the same batch is compared in memory. The store is asked only about what a strange value goes by, so that
/// an import pays for its oddities and not for its rows.
struct ReadingJudge {
    private let submission: Submission
    private let transaction: any AlertTransaction
    private let taxonomy: Taxonomy

    init(_ submission: Submission, transaction: any AlertTransaction, taxonomy: Taxonomy) {
        self.submission = submission
        self.transaction = transaction
        self.taxonomy = taxonomy
    }

    /// Days after its first reading from which on a station's seasons are expected to be like those of its neighbours.
    ///
    /// Whoever tries a new station out does so at any time of the year.
    static let trialPeriod = 30

    /// What speaks against which readings, by their place in the batch.
    func suspicions() throws -> [Int: Suspicions] {
        guard !submission.isConfirmed else { return [:] }
        var found: [Int: Suspicions] = [:]
        let order = strangeEnough()
        guard !order.isEmpty else { return [:] }
        let batch = Dictionary(
            submission.readings.enumerated().map { (Key($1), $0) }, uniquingKeysWith: { first, _ in first })
        var plausibility: [Allergen.ID: Plausibility] = [:]
        var sites = try Sites(submission.readings, transaction: transaction)
        // A doubtful value does not vouch for those after it, and so they are judged in their order.
        for index in order {
            let reading = submission.readings[index]
            guard let allergen = taxonomy[reading.allergen], let site = try sites.site(of: reading)
            else { continue }
            let rules = plausibility[reading.allergen] ?? Plausibility(of: allergen)
            plausibility[reading.allergen] = rules
            let suspicions = try rules.suspicions(
                about: reading.value, in: reading.period, on: site.day, at: site.position
            ) { periods in
                let period = reading.period.earlier(by: periods)
                let key = Key(station: reading.station, allergen: reading.allergen, period: period)
                guard let place = batch[key] else {
                    return try transaction.kept(reading.allergen, at: reading.station, in: period)
                }
                return submission.readings[place].kept(found[place])
            }
            if !suspicions.isEmpty { found[index] = suspicions }
        }
        return found
    }

    /// The readings that a rule may find strange, in the order of time.
    private func strangeEnough() -> [Int] {
        let readings = submission.readings
        return readings.indices.filter { index in
            let reading = readings[index]
            return reading.value >= Plausibility.floor && reading.quality == .valid
                && reading.detectionLimit == nil
        }.sorted { readings[$0].period.order < readings[$1].period.order }
    }

    private struct Key: Hashable {
        let station: Station.ID
        let allergen: Allergen.ID
        let period: Reading.Period

        init(station: Station.ID, allergen: Allergen.ID, period: Reading.Period) {
            self.station = station
            self.allergen = allergen
            self.period = period
        }

        init(_ reading: Reading) {
            self.init(station: reading.station, allergen: reading.allergen, period: reading.period)
        }
    }
}

/// The stations of a batch, and since when they have readings.
private struct Sites {
    private let transaction: any AlertTransaction
    private var stations: [Station.ID: Station] = [:]
    private var firstDays: [Station.ID: CivilDate] = [:]
    /// The earliest day before which the store is known to have readings.
    private var settled: [Station.ID: CivilDate] = [:]
    /// The latest day before which the store is known to have none.
    private var unsettled: [Station.ID: CivilDate] = [:]

    init(_ readings: [Reading], transaction: any AlertTransaction) throws {
        self.transaction = transaction
        for reading in readings {
            guard case .day(let day) = reading.period else { continue }
            firstDays[reading.station] = min(firstDays[reading.station] ?? day, day)
        }
    }

    /// The day that a reading belongs to, and where its seasons are known; `nil` when nothing is to be said against it.
    mutating func site(of reading: Reading) throws -> (day: CivilDate, position: Coordinate?)? {
        guard let station = try stations[reading.station] ?? transaction.station(reading.station),
            !station.isSimulated
        else { return nil }
        stations[reading.station] = station
        let day =
            switch reading.period {
            case .day(let day): day
            case .hour(let end), .threeHours(let end):
                CivilDate(at: end.addingTimeInterval(-1), in: station.timeZone)
            }
        return (day, try hasPast(reading.station, before: day) ? station.position : nil)
    }

    private mutating func hasPast(_ station: Station.ID, before day: CivilDate) throws -> Bool {
        let past = day.adding(days: -ReadingJudge.trialPeriod)
        if let first = firstDays[station], first < past { return true }
        if let settled = settled[station], settled <= past { return true }
        if let unsettled = unsettled[station], past <= unsettled { return false }
        let isSettled = try transaction.hasReading(at: station, before: past)
        if isSettled { settled[station] = past } else { unsettled[station] = past }
        return isSettled
    }
}

extension Reading {
    fileprivate func kept(_ suspicions: Suspicions?) -> KeptValue {
        KeptValue(
            value: value, detectionLimit: detectionLimit,
            quality: suspicions.map { .suspect($0) } ?? quality)
    }
}

extension Reading.Period {
    /// The period of the same length that lies so many of them before.
    fileprivate func earlier(by count: Int) -> Reading.Period {
        switch self {
        case .day(let day): .day(day.adding(days: -count))
        case .hour(let end): .hour(ending: end.addingTimeInterval(-3_600 * Double(count)))
        case .threeHours(let end): .threeHours(ending: end.addingTimeInterval(-10_800 * Double(count)))
        }
    }

    /// Seconds since 1970 at its end, as good as that of days needs to be for their order.
    fileprivate var order: Double {
        switch self {
        case .day(let day): Double(day.daysSinceEpoch + 1) * 86_400
        case .hour(let end), .threeHours(let end): end.timeIntervalSince1970
        }
    }
}
