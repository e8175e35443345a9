/// Rows on their way from a file, an upload or a feed into the store, in the order in which they came.
///
/// A parser fills it, the reading service adds its doubts, and a transaction stores it.
package struct Submission: Sendable {
    /// The readings that passed every rule of the format.
    package var readings: [Reading]
    /// The line of each reading; empty when they come from no file.
    package var lines: [Int] = []
    package var forecasts: [Forecast]
    package var notes: [StationNote]
    /// Classes that stations and regions state in place of concentrations.
    package var classes: [ClassReading]
    /// Stations that the file itself describes.
    package var stations: [Station] = []
    /// Regions to which the classes and values refer.
    package var regions: [Region] = []
    package var regionValues: [RegionValue] = []
    /// The weather, with at most one measured and one forecast record of a site and period.
    package var weather: [WeatherRecord] = []
    /// The sites of ``weather``.
    package var weatherSites: [WeatherSite] = []

    package var submitter: Submitter
    /// Whether the submitter confirms every value, so that none is judged.
    package var isConfirmed: Bool
    /// Whether the values were judged before and keep their quality, as those of an export.
    package var isJudged: Bool
    /// The doubts about each reading; empty when there are none about any.
    package var doubts: [Suspicions] = []

    /// What the parser found besides: rows, empty values, rejected rows.
    package var tally = IntakeTally()
    /// The number of bytes from the start of the file to the last of these rows.
    package var bytesRead = 0

    package init(
        readings: [Reading] = [], forecasts: [Forecast] = [], notes: [StationNote] = [],
        classes: [ClassReading] = [], by submitter: Submitter = .command, isConfirmed: Bool = false,
        isJudged: Bool = false
    ) {
        self.readings = readings
        self.forecasts = forecasts
        self.notes = notes
        self.classes = classes
        self.submitter = submitter
        self.isConfirmed = isConfirmed
        self.isJudged = isJudged
    }

    package mutating func add(_ reading: Reading, line: Int) {
        readings.append(reading)
        lines.append(line)
    }

    /// Removes all described stations except the one whose key was used.
    package mutating func describe(only station: Station.ID) {
        let all = stations.count
        stations.removeAll { $0.id != station }
        tally.ignored += all - stations.count
    }
}

extension Submission {
    /// The quality with which a reading is stored, by its index.
    package func quality(of index: Int) -> ReadingQuality {
        let own = readings[index].quality
        // A submitter who confirms a file also confirms the doubts it declares.
        if isConfirmed { return own == .valid ? .confirmed : own }
        guard !doubts.isEmpty, !doubts[index].isEmpty else { return own }
        return .suspect(doubts[index])
    }

    /// The line of a reading, or its position counted from 1 when it comes from no file.
    package func line(of index: Int) -> Int { lines.isEmpty ? index + 1 : lines[index] }

    /// The classes for stations.
    package var stationClasses: [ClassReading] { classes.filter { $0.place.station != nil } }

    /// The classes for regions.
    package var regionalClasses: [ClassReading] { classes.filter { $0.place.station == nil } }

    /// The stations with entries.
    package var speakingStations: Set<Station.ID> {
        Set(
            readings.map(\.station) + forecasts.map(\.station) + notes.map(\.station)
                + classes.compactMap(\.place.station))
    }
}

extension Submission {
    /// The number of entries of stations, which one transaction stores.
    package var count: Int { readings.count + forecasts.count + notes.count + stationClasses.count }

    /// Splits the entries of stations into parts for separate transactions, so that a long document does not
    /// block other writers.
    ///
    /// - Parameter size: The entries of a part. A submission of at most twice this size is not split.
    /// - Returns: The parts in order.
    package func parts(of size: Int) -> [Submission] {
        guard count > 2 * size else { return [self] }
        let empty = emptied()
        func filled(_ fill: (inout Submission) -> Void) -> Submission {
            var filled = empty
            fill(&filled)
            return filled
        }
        var parts = zip(readings.parts(of: size), lines.parts(of: size)).map { readings, lines in
            filled { ($0.readings, $0.lines) = (Array(readings), Array(lines)) }
        }
        parts += forecasts.parts(of: size).map { part in filled { $0.forecasts = Array(part) } }
        parts += notes.parts(of: size).map { part in filled { $0.notes = Array(part) } }
        parts += stationClasses.parts(of: size).map { part in filled { $0.classes = Array(part) } }
        return parts
    }

    /// The same submission without any row.
    package func emptied() -> Submission {
        Submission(by: submitter, isConfirmed: isConfirmed, isJudged: isJudged)
    }

    /// Adds the entries of stations of a later part of the same file.
    package mutating func append(_ other: Submission) {
        readings += other.readings
        lines += other.lines
        forecasts += other.forecasts
        notes += other.notes
        classes += other.stationClasses
    }
}

extension Array {
    /// Splits the array into consecutive slices of a size.
    ///
    /// The last one may be shorter.
    package func parts(of size: Int) -> [ArraySlice<Element>] {
        stride(from: 0, to: count, by: size).map { self[$0..<Swift.min(count, $0 + size)] }
    }
}
