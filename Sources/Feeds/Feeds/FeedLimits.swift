import Observations

/// What one file may be at most, so that no upload can exhaust the memory of the machine.
package enum FeedLimits {
    /// The bytes of a row.
    ///
    /// Real rows have under 100; a quote that is never closed ends here.
    package static let rowBytes = 65_536

    /// The columns of a row.
    ///
    /// The widest public feed has about 100, one for each taxon.
    package static let columns = 1_000

    /// The readings back to which a duplicate is surely found, so that memory does not grow with the file.
    ///
    /// Each leaves a key and a line of 16 bytes. What comes again later is no duplicate but a correction: the last
    /// value stands, and the former one is kept as its revision.
    package static let duplicateWindow = 393_216

    /// The bytes of an upload as JSON, which is held in memory as a whole.
    package static let jsonBytes = UploadLimits.jsonBytes

    /// The entries of an upload as JSON: a station with 30 allergens needs nine years of days to fill it.
    package static let jsonEntries = 100_000

    /// The bytes that are gathered before rows are split off.
    ///
    /// As long as the longest row, so that a row that arrives byte by byte is looked at twice and not 65 536
    /// times.
    static let blockBytes = rowBytes

    /// The spellings of stations, allergens and units that are remembered with their meaning.
    static let rememberedSpellings = 4_096

    /// The bytes of a file that is read as a whole: a JSON document or a table of stations.
    ///
    /// The largest public one, all sensors of Sensor.Community over an hour, has some 20 MB.
    package static let documentBytes = 64 * 1_048_576

    /// The members and entries of a JSON document, each of which takes a hundred bytes of memory once it is read.
    ///
    /// The largest public one has under a million.
    package static let documentTokens = 2_000_000

    /// How many days ahead a forecast may speak: the longest range of the medium-range models of the weather.
    package static let forecastDays = 16

    /// The stations and values of such a file.
    package static let documentEntries = 2_000_000
}
