package import Allergens
import Foundation
package import Observations

/// The readings of a batch by series: one station, one allergen, and periods of one length in chronological
/// order.
package struct SeriesOrder: Sendable {
    /// One series of the batch.
    package struct Series: Sendable {
        package let station: Station.ID
        package let allergen: Allergen.ID
        /// The length of its periods in hours: 1, 3 or 24.
        package let hours: Int
        /// The range of its readings in ``SeriesOrder/entries``, the earliest first.
        package internal(set) var range: Range<Int>
    }

    /// A reading in its series.
    package struct Entry: Sendable {
        /// Its index in the batch.
        package let index: Int
        /// Days since 1970 for a day; otherwise seconds since 1970 at the end of the period.
        package let time: Int
        fileprivate let series: Int
    }

    package private(set) var entries: [Entry] = []
    package private(set) var series: [Series] = []

    /// Orders readings; two readings for the same time stay in the order in which they came.
    ///
    /// - Complexity: Linear in the number of readings when they come series by series, as in most files.
    package init(_ readings: [Reading]) {
        var finder = SeriesFinder()
        entries.reserveCapacity(readings.count)
        for (index, reading) in readings.enumerated() {
            let number = finder.number(of: reading)
            entries.append(Entry(index: index, time: reading.period.time, series: number))
        }
        series = finder.series
        if zip(entries, entries.dropFirst()).contains(where: { !($0 < $1) }) { entries.sort() }
        measureRanges()
    }

    private mutating func measureRanges() {
        var start = 0
        for number in series.indices {
            var end = start
            while end < entries.count, entries[end].series == number { end += 1 }
            series[number].range = start..<end
            start = end
        }
    }
}

extension SeriesOrder.Entry: Comparable {
    package static func < (left: Self, right: Self) -> Bool {
        (left.series, left.time, left.index) < (right.series, right.time, right.index)
    }
}

extension Reading.Period {
    /// Days since 1970 for a day; otherwise whole seconds since 1970 at the end of the period.
    fileprivate var time: Int {
        switch self {
        case .day(let day): day.daysSinceEpoch
        case .hour(let end), .threeHours(let end): Int(end.timeIntervalSince1970.rounded(.down))
        }
    }
}

/// Numbers the series of a batch in the order in which they appear.
private struct SeriesFinder {
    private struct Key: Hashable {
        let station: Station.ID
        let allergen: Allergen.ID
        let hours: Int
    }

    private(set) var series: [SeriesOrder.Series] = []
    private var numbers: [Key: Int] = [:]
    private var last: (key: Key, number: Int)?

    mutating func number(of reading: Reading) -> Int {
        let key = Key(station: reading.station, allergen: reading.allergen, hours: reading.period.hours)
        if let last, last.key == key { return last.number }
        let number = numbers[key] ?? series.count
        if number == series.count {
            numbers[key] = number
            series.append(
                SeriesOrder.Series(
                    station: key.station, allergen: key.allergen, hours: key.hours, range: 0..<0))
        }
        last = (key, number)
        return number
    }
}
