package import Observations

/// Some rows of a feed, in the order of the file.
package struct FeedBatch: Sendable {
    /// The readings that passed every rule.
    package internal(set) var readings: [Reading] = []
    /// The line of each member of ``readings``.
    package internal(set) var lines: [Int] = []
    package internal(set) var forecasts: [Forecast] = []
    package internal(set) var notes: [StationNote] = []
    /// Stations that the file itself describes.
    package internal(set) var stations: [Station] = []
    /// Regions that the classes and values of this batch hold for.
    package internal(set) var regions: [Region] = []
    package internal(set) var classes: [ClassReading] = []
    package internal(set) var regionValues: [RegionValue] = []
    /// The first rows, or cells of a row with several values, that were turned away.
    ///
    /// At most as many as a report shows, `UploadLimits.reportedRows`: a document may hold two million of them.
    package private(set) var rejected: [RejectedRow] = []
    /// How many were turned away.
    package private(set) var rejectedCount = 0
    /// How many of them because nobody knows their station, which may be known tomorrow.
    package private(set) var unknownStationCount = 0
    /// How many values were left empty; these are neither kept nor turned away.
    package internal(set) var missing = 0
    /// Rows that say nothing but what is expected for a day that is not their own.
    package internal(set) var onlyExpected = 0
    /// Entries that are not read: allergens that the definition ignores, stations that are described again, or that are not
    /// the one whose key was shown.
    package internal(set) var ignored = 0
    /// The rows of this batch, without the header and blank rows.
    package internal(set) var rowsRead = 0
    /// The bytes of the file that are done with this batch, from its beginning.
    package internal(set) var bytesRead = 0

    package init() {}

    /// What a batch is measured by: the entries that were read into it.
    var count: Int { readings.count + forecasts.count + rejectedCount }

    mutating func keep(_ reading: Reading, line: Int) {
        readings.append(reading)
        lines.append(line)
    }

    /// Leaves out all stations but one, whose key was shown.
    mutating func describe(only station: Station.ID) {
        let all = stations.count
        stations.removeAll { $0.id != station }
        ignored += all - stations.count
    }

    mutating func reject(_ row: RejectedRow) {
        rejectedCount += 1
        if row.rejection == .unknownStation { unknownStationCount += 1 }
        if rejected.count < UploadLimits.reportedRows { rejected.append(row) }
    }
}

/// What became of all rows of a feed so far.
package struct FeedTotals: Hashable, Sendable {
    package internal(set) var rows = 0
    package internal(set) var readings = 0
    package internal(set) var forecasts = 0
    package internal(set) var stations = 0
    package internal(set) var classes = 0
    package internal(set) var regionValues = 0
    package internal(set) var missing = 0
    package internal(set) var onlyExpected = 0
    package internal(set) var ignored = 0
    package internal(set) var rejected = 0
    package internal(set) var bytes = 0

    /// Entries that the file holds and that nothing is wrong with, empty ones too.
    package var understood: Int { readings + forecasts + stations + classes + regionValues + missing }

    mutating func add(_ batch: FeedBatch) {
        rows += batch.rowsRead
        readings += batch.readings.count
        forecasts += batch.forecasts.count
        stations += batch.stations.count
        classes += batch.classes.count
        regionValues += batch.regionValues.count
        missing += batch.missing
        onlyExpected += batch.onlyExpected
        ignored += batch.ignored
        rejected += batch.rejectedCount
        bytes = batch.bytesRead
    }
}
