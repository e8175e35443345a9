import Allergens

/// One allergen's values at a station in a calendar year.
struct StationYear {
    /// The number of days of a common year; 29 February counts with the 28th.
    static let days = 365

    /// For each day of a common year the value, the mean of both on 28 February of leap years; `nil` where there
    /// is none.
    let values: [Double?]

    /// Creates the year from its values.
    init(_ values: some Sequence<DailyValue>) {
        var sums = [(sum: Double, count: Double)](repeating: (0, 0), count: Self.days)
        for value in values {
            let place = value.day.commonDayOfYear - 1
            sums[place].sum += value.value
            sums[place].count += 1
        }
        self.values = sums.map { $0.count > 0 ? $0.sum / $0.count : nil }
    }

    /// The sum of the daily values, in grains · day/m³ for pollen.
    var sum: Double { values.reduce(0) { $0 + ($1 ?? 0) } }

    /// The first day of the year by which the values add up to `amount`; `nil` if they never do.
    func day(reaching amount: Double) -> Int? {
        var sum = 0.0
        let place = values.firstIndex { value in
            sum += value ?? 0
            return sum >= amount
        }
        return place.map { $0 + 1 }
    }

    /// The first day with the highest value; `nil` where all are 0 or unknown.
    var peak: (dayOfYear: Int, value: Double)? {
        let highest = values.lazy.compactMap(\.self).max() ?? 0
        guard highest > 0, let place = values.firstIndex(of: highest) else { return nil }
        return (place + 1, highest)
    }

    /// The part of a usual year, given by its values, that falls on days with a value.
    func coverage(of usual: [Double]) -> Double {
        let known = zip(values, usual).reduce(0) { $0 + ($1.0 == nil ? 0 : $1.1) }
        return known / usual.reduce(0, +)
    }
}

extension CivilDate {
    /// The day of a common year, 1…365; 29 February counts with the 28th, and later days of leap years one less.
    var commonDayOfYear: Int {
        let (year, month, day) = components
        let isLeap = year % 4 == 0 && year % 100 != 0 || year % 400 == 0
        return isLeap && (month > 2 || month == 2 && day == 29) ? dayOfYear - 1 : dayOfYear
    }
}
