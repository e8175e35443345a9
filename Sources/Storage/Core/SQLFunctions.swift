import Alerts
import Allergens
import Foundation
import GRDB
import Geography
import Projection
import Synchronization

/// SQL functions for what SQLite lacks: geometry and clocks.
enum SQLFunctions {
    /// Registers the functions with a connection.
    static func register(in database: Database, _ cipher: RowCipher) {
        let clocks = [isQuiet(), nextTime, localDay]
        for function in [geodesic] + clocks + ReportDetails.functions(cipher) {
            database.add(function: function)
        }
        registerFences(in: database, cipher)
    }

    /// `geodesic(longitude, latitude, longitude, latitude)`: the distance on WGS 84 in metres.
    private static let geodesic = DatabaseFunction("geodesic", argumentCount: 4, pure: true) { values in
        guard let from = position(values[0], values[1]), let to = position(values[2], values[3])
        else { return nil }
        return Geodesic.distance(from: from, to: to)
    }

    private static func position(_ longitude: DatabaseValue, _ latitude: DatabaseValue) -> Coordinate? {
        guard let longitude = Double.fromDatabaseValue(longitude),
            let latitude = Double.fromDatabaseValue(latitude)
        else { return nil }
        return Coordinate(longitude: longitude, latitude: latitude)
    }

    /// `isQuiet(timeZone, from, until, now)`: whether the local time in a zone is between two minutes of the
    /// day.
    private static func isQuiet() -> DatabaseFunction {
        let clocks = WallClocks()
        return DatabaseFunction("isQuiet", argumentCount: 4, pure: false) { values in
            guard let zone = String.fromDatabaseValue(values[0]),
                let now = Int64.fromDatabaseValue(values[3]),
                let from = LocalTime(values[1]), let until = LocalTime(values[2]),
                let hours = QuietHours(from: from, until: until), let time = clocks.time(in: zone, at: now)
            else { return false }
            return hours.contains(time)
        }
    }

    /// `nextTime(timeZone, minutes, now)`: the next instant at which clocks in a zone show a time.
    private static let nextTime = DatabaseFunction("nextTime", argumentCount: 3, pure: false) { values in
        guard let zone = String.fromDatabaseValue(values[0]).flatMap(TimeZone.init(identifier:)),
            let time = LocalTime(values[1]), let now = Int64.fromDatabaseValue(values[2])
        else { return nil }
        return LocalCalendar(zone).next(time, after: Date(stored: now)).stored
    }
}

extension SQLFunctions {
    /// `localDay(timeZone, now)`: the calendar day in a zone, in days since 1970.
    fileprivate static let localDay = DatabaseFunction("localDay", argumentCount: 2, pure: true) { values in
        guard let zone = String.fromDatabaseValue(values[0]).flatMap(TimeZone.init(identifier:)),
            let now = Int64.fromDatabaseValue(values[1])
        else { return nil }
        return CivilDate(at: Date(stored: now), in: zone).daysSinceEpoch
    }
}

extension LocalTime {
    fileprivate init?(_ value: DatabaseValue) {
        guard let minutes = Int.fromDatabaseValue(value) else { return nil }
        self.init(minutes: minutes)
    }
}

/// The local times of the zones at one instant, computed once for each zone.
private final class WallClocks: Sendable {
    private struct State {
        var now: Int64 = .min
        var times: [String: LocalTime] = [:]
    }

    private let state = Mutex(State())

    func time(in zone: String, at now: Int64) -> LocalTime? {
        state.withLock { state in
            if state.now != now { state = State(now: now) }
            if let known = state.times[zone] { return known }
            let time = TimeZone(identifier: zone).map { LocalTime(at: Date(stored: now), in: $0) }
            state.times[zone] = time
            return time
        }
    }
}
