import Observations

/// Limits on a single file, so that no upload can exhaust the machine's memory.
package enum FeedLimits {
    /// The longest row in bytes.
    ///
    /// Real rows have under 100. An unclosed quote ends here.
    package static let rowBytes = 65_536

    /// The most columns of a row.
    ///
    /// The widest public feed has about 100, one for each taxon.
    package static let columns = 1_000

    /// The number of recent readings within which a duplicate is always detected, so that memory does not
    /// grow with the file.
    ///
    /// Each reading takes a key and a line, 16 bytes in all. A later repetition counts as a correction: the
    /// last value applies, and the former one is stored as its revision.
    package static let duplicateWindow = 393_216

    /// The largest JSON upload in bytes.
    ///
    /// It is held in memory as a whole.
    package static let jsonBytes = UploadLimits.jsonBytes

    /// The most entries of a JSON upload: a station with 30 allergens takes nine years of days to reach it.
    package static let jsonEntries = 100_000

    /// The number of bytes collected before rows are split.
    ///
    /// It equals the longest row, so that a row that arrives byte by byte is scanned twice and not 65 536
    /// times.
    static let blockBytes = rowBytes

    /// The number of spellings of stations, allergens and units that are cached.
    static let rememberedSpellings = 4_096

    /// The largest file that is read as a whole, in bytes: a JSON document or a table of stations.
    ///
    /// The largest public one, all sensors of Sensor.Community over an hour, has some 20 MB.
    package static let documentBytes = 64 * 1_048_576

    /// The most members and entries of a JSON document.
    ///
    /// Each takes a hundred bytes of memory once parsed.
    ///
    /// The largest public one has under a million.
    package static let documentTokens = 2_000_000

    /// The most days that a forecast may look ahead: the longest range of medium-range weather models.
    package static let forecastDays = 16

    /// The most stations and values of a document.
    package static let documentEntries = 2_000_000
}
