import Allergens
import Foundation

/// A station as the rows of one feed need it.
struct Place {
    let station: Station.ID
    /// A small number for this station in this file.
    let number: Int
    /// The day that it is there.
    let today: CivilDate
}

/// The rules that a reading passes on its way into a batch, whatever it was written in.
struct Intake {
    var batch = FeedBatch()
    private let stations: [Station.ID: Station]
    private let spellings: [String: Station.ID]?
    private let taxonomy: Taxonomy
    private let now: Date
    private let only: Station.ID?
    private var places: [Station.ID: Place] = [:]
    /// The line of each reading so far, by station, allergen and period.
    private var firstLines: [UInt64: Int] = [:]

    init(
        stations: [Station.ID: Station], spellings: [String: Station.ID]? = nil, taxonomy: Taxonomy,
        now: Date,
        only: Station.ID?
    ) {
        self.stations = stations
        self.spellings = spellings
        self.taxonomy = taxonomy
        self.now = now
        self.only = only
    }

    /// How many readings were kept from the file.
    var keptReadings: Int { firstLines.count }

    /// The station of a row that names none.
    mutating func ownPlace() throws(ReadingRejection) -> Place {
        guard let only else { throw .unknownStation }
        return try place(of: only)
    }

    mutating func place(spelled spelling: String) throws(ReadingRejection) -> Place {
        let id = spellings.map { $0[spelling.lowercased()] } ?? Station.ID(rawValue: spelling)
        if let only, id != only { throw .otherStation(only) }
        guard let id else { throw .unknownStation }
        return try place(of: id)
    }

    private mutating func place(of id: Station.ID) throws(ReadingRejection) -> Place {
        if let place = places[id] { return place }
        guard let station = stations[id] else { throw .unknownStation }
        let place = Place(station: id, number: places.count, today: CivilDate(at: now, in: station.timeZone))
        places[id] = place
        return place
    }

    func allergen(spelled spelling: String) throws(ReadingRejection) -> Allergen {
        guard let allergen = taxonomy.allergen(spelled: spelling) else { throw .unknownAllergen }
        guard allergen.unit != nil else { throw .notMeasured(allergen.id) }
        return allergen
    }

    func admit(_ period: Reading.Period, at place: Place) throws(ReadingRejection) {
        try ReadingRules.admit(period, today: place.today, now: now)
    }

    func admit(unit: Allergens.ConcentrationUnit?, of allergen: Allergen) throws(ReadingRejection) {
        guard let unit else { throw .unknownUnit }
        if let expected = allergen.unit, unit != expected { throw .wrongUnit(expected: expected) }
    }

    /// Puts an admitted value, an expected one or both into the batch.
    ///
    /// - Throws: `ReadingRejection.duplicate` when the file had the same station, allergen and period before.
    mutating func keep(
        _ value: Double?, forecast: Double? = nil, of allergen: Allergen, at place: Place,
        in period: Reading.Period,
        line: Int
    ) throws(ReadingRejection) {
        guard value != nil || forecast != nil else {
            batch.missing += 1
            return
        }
        let key = Self.key(place, allergen, period)
        let earlier = firstLine(of: key, orElse: line)
        guard earlier == line else { throw .duplicate(ofLine: earlier) }
        if let value {
            let reading = Reading(station: place.station, allergen: allergen.id, period: period, value: value)
            batch.keep(reading, line: line)
        } else {
            batch.missing += 1
        }
        if let forecast, case .day(let day) = period {
            batch.forecasts.append(
                Forecast(
                    station: place.station, allergen: allergen.id, day: day.adding(days: 1), value: forecast))
        }
    }

    /// The line in which a key came first, which is `line` when it has not come yet.
    private mutating func firstLine(of key: UInt64, orElse line: Int) -> Int {
        func keep(_ first: inout Int) -> Int {
            if first == 0 { first = line }
            return first
        }
        return keep(&firstLines[key, default: 0])
    }

    /// Packs 22 bits of station, 7 of allergen, 1 of kind and 34 of days or seconds since 1870.
    private static func key(_ place: Place, _ allergen: Allergen, _ period: Reading.Period) -> UInt64 {
        let first = CivilDate.accepted.lowerBound.daysSinceEpoch
        let (kind, time): (UInt64, Int) =
            switch period {
            case .day(let day): (0, day.daysSinceEpoch - first)
            case .hour(let end): (1, Int(end.timeIntervalSince1970) - first * 86_400)
            }
        precondition(place.number < 1 << 22 && allergen.code < 1 << 7 && (0..<1 << 34).contains(time))
        return UInt64(place.number) << 42 | UInt64(allergen.code) << 35 | kind << 34 | UInt64(time)
    }
}
