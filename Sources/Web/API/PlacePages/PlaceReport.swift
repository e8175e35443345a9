import Alerts
import Allergens
import Foundation
import Geography
import Observations

/// Everything that is known of a place, in the order in which its page says it.
struct PlaceReport: Hashable {
    let subject: PlaceSubject
    /// The day that it tells of.
    let day: CivilDate
    /// The day on which it is read.
    ///
    /// A report that tells of another day has nothing that is only known of the present.
    let today: CivilDate
    /// What is in the air, the highest index of the day first.
    let courses: [AllergenCourse]
    /// The air quality by each index; empty if no pollutant is known.
    let airQuality: [AirQualityRating]
    let hours: [PollutantHours]
    /// The coming hours by allergen; empty where no course of the day is known.
    let coming: [ComingHours]
    /// What sources state for the regions around the place.
    let regions: [RegionAirWire]
    let weather: WeatherOutlook
    /// `nil` if no pollen or spore is known here.
    let season: PlaceSeason?
    /// The alerts in force nearby, the newest first.
    let alerts: [DistantAlert]
    /// The nearest stations.
    let stations: [DistantStation]
    /// All stations that the values are from, by their identifiers.
    let origins: [Station.ID: Station]

    /// The distance in metres within which alerts and reports are shown.
    static let alertRadius = Station.alertReach
    /// The distance in metres within which stations are named: the widest reach of any allergen.
    static let stationRadius = 150_000.0
    /// The most alerts, and the most stations, on a page.
    static let mostAlerts = 10
    static let mostStations = 8

    /// The clocks of the nearest station.
    var timeZone: TimeZone { stations.first?.station.timeZone ?? .gmt }

    /// Whether it tells of the day on which it is read.
    var isOfToday: Bool { day == today }

    /// The value of the day with the highest index; `nil` if nothing is known.
    var highest: AllergenCourse? { highest(on: day)?.course }

    /// The value of a day with the highest index.
    func highest(on day: CivilDate) -> (course: AllergenCourse, estimate: AirValue.Estimate)? {
        courses.compactMap { course in course.estimate(on: day).map { (course, $0) } }
            .max { $0.1.index < $1.1.index }
    }

    /// The days about which anything is known, from its own on.
    var days: [CivilDate] {
        let known = Set(courses.flatMap { $0.estimates.keys })
        return (0..<AllergenCourse.span).map { day.adding(days: $0) }
            .filter { $0 == day || known.contains($0) }
    }
}

/// The day on which a thunderstorm is forecast while grass pollen is high.
enum PollenStorm: String {
    case today, tomorrow
}

extension PlaceReport {
    /// The first day of a thunderstorm while grass pollen is high; `nil` if neither today nor tomorrow is one.
    var storm: PollenStorm? {
        let days = [
            (PollenStorm.today, weather.today, today),
            (.tomorrow, weather.tomorrow, today.adding(days: 1)),
        ]
        return days.first { _, entry, day in
            entry?.values.isThunderstorm == true
                && courses.contains { course in
                    course.allergen.group == .grass
                        && course.estimate(on: day).map { $0.level >= .high } == true
                }
        }?.0
    }
}

/// What is known of an allergen at a place, day by day.
struct AllergenCourse: Hashable {
    /// The number of days from today on: as far as pollen forecasts of weather services mostly reach.
    static let span = 5

    let allergen: Allergen
    /// The nearest station on which the first estimate is based; `nil` where a numerical model stands alone.
    let station: Station.ID?
    /// The distance to that station in metres.
    let distance: Double?
    let model: GridSource?
    /// By the day that is asked about; a reading that stands in for today may be older.
    let estimates: [CivilDate: AirValue.Estimate]

    func estimate(on day: CivilDate) -> AirValue.Estimate? { estimates[day] }

    /// Whether any day has more than nothing.
    var isPresent: Bool { estimates.values.contains { $0.level > .none } }
}

/// One allergen's year at a place.
struct PlaceSeason: Hashable {
    let allergen: Allergen
    let year: PlaceYear
}

/// An alert and how far it is from a place.
struct DistantAlert: Hashable {
    let alert: Alert
    /// Metres.
    let distance: Double
}
