import Allergens
import Foundation
import Observations

/// A concentration as a feed gives it.
struct Measured {
    /// In the allergen's unit.
    let value: Double
    /// The limit that it lies below, when it could not be measured.
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

/// What a row says about an allergen, beside where and when.
struct RowValue {
    var measured: Measured?
    /// What is expected for ``valid``, or for the day after the row's own.
    var forecast: Double?
    var quality = ReadingQuality.valid
    var issued: Date?
    var valid: CivilDate?
    var note: String?
    /// The hours whose mean ``measured`` is, when the station did not give the day itself.
    var meanOf: Int?

    init(measured: Measured? = nil) { self.measured = measured }
}
