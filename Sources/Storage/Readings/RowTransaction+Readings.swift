import Alerts
import Allergens
import Foundation
import Observations

extension RowTransaction {
    /// Notes the days whose map may have changed.
    func note(_ kept: [KeptReading], of submission: Submission) {
        var last: (allergen: Allergen.ID, day: CivilDate)?
        for (index, kept) in kept.enumerated() {
            let allergen = submission.readings[index].allergen
            // The former value may be on a map.
            guard
                kept.keeping == .replaced
                    || kept.keeping == .accepted && submission.quality(of: index).counts,
                last?.day != kept.day || last?.allergen != allergen
            else { continue }
            changes.note(kept.day, of: allergen)
            last = (allergen, kept.day)
        }
    }

    /// Replaces the stored reading, unless the two are the same.
    func supersede(
        _ reading: Reading, _ quality: ReadingQuality, at place: ReadingPlace, received: Date,
        by submitter: Submitter
    ) throws -> Keeping {
        guard let former = try find(at: place), former.isContradicted(by: reading, quality)
        else { return .unchanged }
        let current = KeptValue(
            value: reading.value, detectionLimit: reading.detectionLimit, quality: quality)
        let change = ReadingChange(to: current, at: place, by: submitter, at: received)
        if let hours = reading.meanOf { return try keepMean(of: hours, change, insteadOf: former) }
        if former.isMean { return try displaceMean(change) }
        try apply(change, insteadOf: former.value)
        return .replaced
    }

    /// Replaces a value that the station itself reported, and stores the former one as a revision.
    private func apply(_ change: ReadingChange, insteadOf former: KeptValue) throws {
        try update(change.current, at: change.place, received: change.now)
        try keepRevision(from: former, change)
        // If the day's own value does not count, the mean of its hours replaces it.
        if change.place.ending == nil, !change.current.quality.counts {
            try settle(change.place, mayLose: false)
        }
    }

    func kept(_ allergen: Allergen.ID, at station: Station.ID, in period: Reading.Period) throws -> KeptValue?
    {
        try find(at: try place(of: allergen, at: station, in: period))?.value
    }

    func decide(
        _ quality: ReadingQuality, about allergen: Allergen.ID, at station: Station.ID,
        in period: Reading.Period, by submitter: Submitter, now: Date
    ) throws -> (isChanged: Bool, day: CivilDate, value: Double)? {
        let place = try place(of: allergen, at: station, in: period)
        guard let former = try find(at: place) else { return nil }
        if former.isMean, let aside = try valueAside(at: place),
            aside.isMeant(by: quality, mean: former.value)
        {
            guard aside.quality != quality else { return (false, place.day, aside.value) }
            let current = aside.with(quality)
            _ = try displaceMean(ReadingChange(to: current, at: place, by: submitter, at: now))
            changes.note(place.day, of: allergen)
            return (true, place.day, aside.value)
        }
        guard former.value.quality != quality else { return (false, place.day, former.value.value) }
        let current = former.value.with(quality)
        try mark(quality, at: place, received: now)
        try keepRevision(
            from: former.value, ReadingChange(to: current, at: place, by: submitter, at: now))
        if place.ending != nil || !former.isMean {
            let mayLose = place.ending != nil && former.value.quality.counts && !quality.counts
            try settle(place.wholeDay, mayLose: mayLose)
        }
        changes.note(place.day, of: allergen)
        return (true, place.day, former.value.value)
    }

    func keepRevision(from former: KeptValue, _ change: ReadingChange) throws {
        let (place, current, submitter) = (change.place, change.current, change.submitter)
        try runner.run(
            """
            INSERT INTO revision (
                station, allergen, day, ending, hours, formerValue, formerLimit, formerQuality, formerSuspicions,
                value, detectionLimit, quality, suspicions, submitter, submitterName, changed)
            VALUES (\(place.station), \(place.code), \(place.day.daysSinceEpoch), \(place.ending),
            \(place.table.hours), \(former.value), \(former.detectionLimit), \(former.quality.stored),
            \(former.quality.suspicions.rawValue), \(current.value), \(current.detectionLimit),
            \(current.quality.stored), \(current.quality.suspicions.rawValue), \(submitter.kind),
            \(submitter.name), \(change.now.stored))
            """)
    }

    private func place(
        of allergen: Allergen.ID, at station: Station.ID, in period: Reading.Period
    ) throws -> ReadingPlace {
        var finder = PlaceFinder(self)
        return try finder.place(of: allergen, at: station, in: period)
    }
}

/// A new value for a place, with its submitter and the time.
struct ReadingChange {
    let current: KeptValue
    let place: ReadingPlace
    let submitter: Submitter
    let now: Date

    init(to current: KeptValue, at place: ReadingPlace, by submitter: Submitter, at now: Date) {
        self.current = current
        self.place = place
        self.submitter = submitter
        self.now = now
    }
}

extension ReadingTable {
    /// The hours of a period of this table.
    fileprivate var hours: Int {
        switch self {
        case .days: 24
        case .hours: 1
        case .threeHours: 3
        }
    }
}

/// The value that is in force for a period.
struct StandingValue {
    let value: KeptValue
    /// Whether it is the mean of hours rather than a value that the station reported for the day itself.
    let isMean: Bool

    /// Whether a reading differs.
    func isContradicted(by reading: Reading, _ quality: ReadingQuality) -> Bool {
        // A mean that was computed elsewhere cannot contradict the station's own value.
        if reading.meanOf != nil, !isMean { return !value.quality.counts }
        let other = KeptValue(
            value: reading.value, detectionLimit: reading.detectionLimit, quality: quality)
        return isMean && reading.meanOf == nil || value.isContradicted(by: other)
    }
}

extension KeptValue {
    func with(_ quality: ReadingQuality) -> KeptValue {
        KeptValue(value: value, detectionLimit: detectionLimit, quality: quality)
    }

    /// Whether another value differs in concentration, or carries a decision.
    func isContradicted(by other: KeptValue) -> Bool {
        value != other.value || detectionLimit != other.detectionLimit
            || other.quality.decides(about: quality)
    }
}

extension ReadingQuality {
    /// Whether this quality is somebody's decision, rather than a rule's, about a value of another quality.
    ///
    /// A station's own doubt comes too late once its operator has decided.
    func decides(about former: ReadingQuality) -> Bool {
        guard self != former else { return false }
        return self == .confirmed || self == .dismissed
            || suspicions.contains(.declared) && former == .valid
    }
}
