package import Observations

/// A batch of a feed's rows, in file order.
package struct FeedBatch: Sendable {
    /// The readings that passed every rule.
    package internal(set) var readings: [Reading] = []
    /// The line of each element of ``readings``.
    package internal(set) var lines: [Int] = []
    package internal(set) var forecasts: [Forecast] = []
    package internal(set) var notes: [StationNote] = []
    /// Stations described by the file itself.
    package internal(set) var stations: [Station] = []
    /// Regions to which the classes and values of this batch refer.
    package internal(set) var regions: [Region] = []
    package internal(set) var classes: [ClassReading] = []
    package internal(set) var regionValues: [RegionValue] = []
    /// The first rejected rows, or rejected cells of rows with several values.
    ///
    /// There are at most `UploadLimits.reportedRows`, which is as many as a report shows. A document may
    /// contain two million.
    package private(set) var rejected: [RejectedRow] = []
    /// The number of rejected rows and cells.
    package private(set) var rejectedCount = 0
    /// The number of those rejected for an unknown station, which may be known tomorrow.
    package private(set) var unknownStationCount = 0
    /// The number of empty values, which are neither stored nor rejected.
    package internal(set) var missing = 0
    /// The number of rows that only contain a forecast for another day.
    package internal(set) var onlyExpected = 0
    /// The number of ignored entries.
    ///
    /// These are allergens that the definition ignores, repeated station descriptions, and stations other
    /// than the one whose key was used.
    package internal(set) var ignored = 0
    /// The number of rows in this batch, without the header and blank rows.
    package internal(set) var rowsRead = 0
    /// The number of bytes from the start of the file to the end of this batch.
    package internal(set) var bytesRead = 0

    package init() {}

    /// The size of the batch in entries.
    var count: Int { readings.count + forecasts.count + rejectedCount }

    mutating func keep(_ reading: Reading, line: Int) {
        readings.append(reading)
        lines.append(line)
    }

    /// Removes all stations except the one whose key was used.
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

/// Totals for all rows of a feed so far.
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

    /// The number of entries without faults, including empty ones.
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
