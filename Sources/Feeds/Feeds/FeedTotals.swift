package import Observations

/// What a feed holds, by kind, in all rows so far.
package struct FeedTotals: Hashable, Sendable {
    package internal(set) var readings = 0
    package internal(set) var forecasts = 0
    package internal(set) var stations = 0
    package internal(set) var classes = 0
    package internal(set) var regionValues = 0
    package internal(set) var weather = 0
    package internal(set) var bytes = 0
    /// The rows, and which of them were empty or rejected.
    package internal(set) var tally = IntakeTally()

    /// The number of entries without faults, including empty ones.
    package var understood: Int {
        readings + forecasts + stations + classes + regionValues + weather + tally.missing
    }

    mutating func add(_ batch: Submission) {
        readings += batch.readings.count
        forecasts += batch.forecasts.count
        stations += batch.stations.count
        classes += batch.classes.count
        regionValues += batch.regionValues.count
        weather += batch.weather.count
        tally.add(batch.tally)
        bytes = batch.bytesRead
    }
}
