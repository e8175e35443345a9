/// How much an older reading still tells about a day.
///
/// Yesterday's count is as good as today's neighbours, and by the third day its error has grown to that of
/// the season's mean. At Basel, Geneva, Luxembourg and Novi Sad, the persistence of daily counts has a mean
/// absolute error of the logarithm of .25–.38 after one day and .32–.57 after three; climatology has .27–.75.
/// So a reading loses a quarter of its weight with each day, and has none on the fourth. Other allergens
/// follow pollen, since no such series is available for them.
package enum Recency {
    /// The age in days of the oldest readings that still count.
    package static let oldest = 3

    /// The weight, 0…1, of a reading that is `age` days old.
    ///
    /// A forecast is for the day itself.
    package static func share(ofAge age: Int) -> Double {
        Double(max(oldest + 1 - max(age, 0), 0)) / Double(oldest + 1)
    }

    /// The days whose readings tell something about `day`.
    package static func days(for day: CivilDate) -> ClosedRange<CivilDate> {
        day.adding(days: -oldest)...day
    }

    /// The days about which a reading of `day` tells something.
    package static func days(toldBy day: CivilDate) -> [CivilDate] {
        (0...oldest).map { day.adding(days: $0) }
    }
}
