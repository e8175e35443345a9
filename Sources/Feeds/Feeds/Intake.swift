import Allergens
import Foundation
import Observations

/// A station as needed by the rows of one feed.
struct RowPlace {
    let station: Station.ID
    /// A small number that identifies this station within the file.
    let number: Int
    /// The current day at the station.
    let today: CivilDate
    let timeZone: TimeZone
}

/// The checks that a reading passes on its way into a batch, in any format.
struct Intake {
    var batch = Submission()
    var weather = WeatherGathering()
    private let stations: [Station.ID: Station]
    private let spellings: [String: Station.ID]?
    private let taxonomy: Taxonomy
    let now: Date
    private let only: Station.ID?
    /// The station of rows that name none.
    private let own: Station.ID?
    private var places: [Station.ID: RowPlace] = [:]
    /// The first lines of the readings so far, by station, allergen and period.
    private var firstLines = DuplicateWindow()

    init(
        stations: [Station.ID: Station], spellings: [String: Station.ID]? = nil, taxonomy: Taxonomy,
        now: Date,
        only: Station.ID?, own: Station.ID? = nil
    ) {
        self.stations = stations
        self.spellings = spellings
        self.taxonomy = taxonomy
        self.now = now
        self.only = only
        self.own = only ?? own
    }

    /// Returns the station of a row that names none.
    mutating func ownPlace() throws(ReadingRejection) -> RowPlace {
        guard let own else { throw .unknownStation }
        return try place(of: own)
    }

    mutating func place(spelled spelling: String) throws(ReadingRejection) -> RowPlace {
        let id = spellings.map { $0[spelling.lowercased()] } ?? Station.ID(rawValue: spelling)
        if let only, id != only { throw .otherStation(only) }
        guard let id else { throw .unknownStation }
        return try place(of: id)
    }

    /// The station with an identifier that ``place(spelled:)`` has found.
    func station(_ id: Station.ID) -> Station? { stations[id] }

    private mutating func place(of id: Station.ID) throws(ReadingRejection) -> RowPlace {
        if let place = places[id] { return place }
        guard let station = stations[id] else { throw .unknownStation }
        let place = RowPlace(
            station: id, number: places.count, today: CivilDate(at: now, in: station.timeZone),
            timeZone: station.timeZone)
        places[id] = place
        return place
    }

    func allergen(spelled spelling: String) throws(ReadingRejection) -> Allergen {
        guard let allergen = taxonomy.allergen(spelled: spelling) else { throw .unknownAllergen }
        guard allergen.unit != nil else { throw .notMeasured(allergen.id) }
        return allergen
    }

    func admit(_ period: Reading.Period, at place: RowPlace) throws(ReadingRejection) {
        try ReadingRules.admit(period, today: place.today, now: now)
    }

    /// Returns the factor that converts a value from a unit to that of the allergen.
    func factor(from unit: FeedUnit?, to allergen: Allergen) throws(ReadingRejection) -> Double {
        guard let unit else { throw .unknownUnit }
        return try unit.factor(to: allergen)
    }

    /// Adds the accepted values of a row to the batch: a measurement, a forecast, a note, or several of them.
    ///
    /// - Throws: `ReadingRejection.duplicate` if the file recently had the same station, allergen and period.
    mutating func keep(
        _ row: RowValue, of allergen: Allergen, at place: RowPlace, in period: Reading.Period?, line: Int
    ) throws(ReadingRejection) {
        guard row.measured != nil || row.forecast != nil || row.note != nil else {
            batch.tally.missing += 1
            return
        }
        // Without a day, only a forecast for another day is accepted.
        guard period != nil || row.measured == nil && row.note == nil else { throw .missing }
        let expected = try forecast(row, of: allergen, at: place, in: period)
        if let period {
            let earlier = firstLines.firstLine(
                of: Self.key(place, allergen, period, isMean: row.meanOf != nil), orElse: line)
            guard earlier == line else { throw .duplicate(ofLine: earlier) }
        }
        if let note = row.note, case .day(let day) = period {
            guard note.unicodeScalars.count <= StationNote.length,
                let kept = StationNote(station: place.station, day: day, text: note)
            else { throw .unfitNote }
            batch.notes.append(kept)
        }
        if let expected { batch.forecasts.append(expected) }
        guard let measured = row.measured, let period else {
            if period != nil { batch.tally.missing += 1 } else { batch.tally.onlyExpected += 1 }
            return
        }
        batch.add(
            Reading(
                station: place.station, allergen: allergen.id, period: period, value: measured.value,
                detectionLimit: measured.detectionLimit, quality: row.quality, meanOf: row.meanOf),
            line: line)
    }

    private func forecast(
        _ row: RowValue, of allergen: Allergen, at place: RowPlace, in period: Reading.Period?
    ) throws(ReadingRejection) -> Forecast? {
        guard let value = row.forecast else { return nil }
        var target = row.valid
        if target == nil, case .day(let day) = period { target = day.adding(days: 1) }
        guard let target else { return nil }
        if row.valid != nil {
            let made = row.issued.map { CivilDate(at: $0, in: place.timeZone) }
            if let made, target < made { throw .expectedBeforeIssue }
            guard target <= (made ?? place.today).adding(days: Forecast.furthest)
            else { throw .expectedTooFar }
        }
        return Forecast(
            station: place.station, allergen: allergen.id, day: target, value: value, issued: row.issued)
    }

    /// Packs 21 bits of station, 7 of allergen, 2 of kind and 34 of days or seconds since 1870.
    private static func key(
        _ place: RowPlace, _ allergen: Allergen, _ period: Reading.Period, isMean: Bool
    ) -> UInt64 {
        let first = CivilDate.accepted.lowerBound.daysSinceEpoch
        let (kind, time): (UInt64, Int) =
            switch period {
            case .day(let day): (isMean ? 3 : 0, day.daysSinceEpoch - first)
            case .hour(let end): (1, Int(end.timeIntervalSince1970) - first * 86_400)
            case .threeHours(let end): (2, Int(end.timeIntervalSince1970) - first * 86_400)
            }
        precondition(place.number < 1 << 21 && allergen.code < 1 << 7 && (0..<1 << 34).contains(time))
        return UInt64(place.number) << 43 | UInt64(allergen.code) << 36 | kind << 34 | UInt64(time)
    }
}
