import Allergens
import Foundation
import Observations

/// A concentration as stated by a feed.
struct Measured {
    /// The value in the allergen's unit.
    let value: Double
    /// The detection limit, if the value is below it.
    let detectionLimit: Double?

    init(_ value: Double) {
        self.value = value
        detectionLimit = nil
    }

    init(belowLimit limit: Double) throws(ReadingRejection) {
        guard limit > 0 else { throw .detectionLimitOfZero }
        value = DetectionLimit.substitute(for: limit)
        detectionLimit = limit
    }
}

/// A row's statements about an allergen, apart from place and time.
struct RowValue {
    var measured: Measured?
    /// The forecast for ``valid``, or for the day after the row's own.
    var forecast: Double?
    var quality = ReadingQuality.valid
    var issued: Date?
    var valid: CivilDate?
    var note: String?
    /// The number of hours averaged in ``measured``, if the station did not report a daily value.
    var meanOf: Int?

    init(measured: Measured? = nil) { self.measured = measured }
}
