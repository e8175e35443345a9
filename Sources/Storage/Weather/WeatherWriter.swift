import Allergens
import Foundation
import GRDB
import Geography
import Observations

/// Writes sites and records in one transaction, with statements that are compiled once.
struct WeatherWriter {
    private let database: Database
    private let insertion: Statement
    private let update: Statement
    private var numbers: [WeatherSite.ID: Int64] = [:]

    /// The columns of values, in the order of `WeatherParameter`.
    private static let columns = WeatherParameter.allCases.map(\.rawValue)
    private static let keys = ["site", "isForecast", "isDay", "time", "issued"]

    init(_ database: Database) throws {
        self.database = database
        let names = (Self.keys + Self.columns).joined(separator: ", ")
        let places = (Self.keys + Self.columns).indices.map { "?\($0 + 1)" }
        insertion = try database.cachedStatement(
            sql: "INSERT INTO weather (\(names)) VALUES (\(places.joined(separator: ", "))) "
                + "ON CONFLICT DO NOTHING")
        update = try database.cachedStatement(sql: Self.updating)
    }

    /// A newer issue replaces a forecast, an older one changes nothing, and anything else adds its values.
    private static var updating: String {
        let values = columns.enumerated().map { index, name in
            let place = "?\(keys.count + index + 1)"
            return "\(name) = CASE WHEN ?5 > issued THEN \(place) ELSE coalesce(\(place), \(name)) END"
        }
        let changes = columns.enumerated().map { index, name in
            "coalesce(?\(keys.count + index + 1), \(name)) IS DISTINCT FROM \(name)"
        }
        return """
            UPDATE weather SET issued = ?5, \(values.joined(separator: ", "))
            WHERE site = ?1 AND isForecast = ?2 AND isDay = ?3 AND time = ?4
                AND (?5 > issued OR ?5 = issued AND (\(changes.joined(separator: " OR "))))
            """
    }

    /// Adds sites that are new, and updates those that are known.
    mutating func keep(_ sites: [WeatherSite]) throws {
        for site in sites {
            let known = try Row.fetchOne(
                database.cachedStatement(
                    sql: "SELECT number, longitude, latitude, timeZone FROM weatherSite WHERE id = ?"),
                arguments: [site.id.rawValue])
            if let known, Coordinate(row: known) == site.position,
                known["timeZone"] == site.timeZone.identifier
            {
                numbers[site.id] = known["number"]
            } else {
                numbers[site.id] = try write(site)
            }
        }
    }

    private func write(_ site: WeatherSite) throws -> Int64? {
        let position = site.position
        let number = try Int64.fetchOne(
            database,
            SQLRequest(
                literal: """
                    INSERT INTO weatherSite
                        (id, name, isGrid, longitude, latitude, altitude, timeZone, attribution)
                    VALUES (
                        \(site.id.rawValue), \(site.name), \(site.kind == .grid), \(position.longitude),
                        \(position.latitude), \(site.altitude), \(site.timeZone.identifier),
                        \(site.attribution))
                    ON CONFLICT (id) DO UPDATE SET name = excluded.name, isGrid = excluded.isGrid,
                        longitude = excluded.longitude, latitude = excluded.latitude,
                        altitude = excluded.altitude, timeZone = excluded.timeZone,
                        attribution = excluded.attribution
                    RETURNING number
                    """, cached: true))
        // An R*Tree takes no `ON CONFLICT`.
        try database.execute(literal: "DELETE FROM weatherBox WHERE site = \(number)")
        try database.execute(
            literal: """
                INSERT INTO weatherBox (site, west, east, south, north)
                VALUES (
                    \(number), \(position.longitude), \(position.longitude), \(position.latitude),
                    \(position.latitude))
                """)
        return number
    }

    func keep(_ record: WeatherRecord) throws -> Keeping {
        guard let site = numbers[record.site] else {
            throw DatabaseError(message: "no site \(record.site.rawValue)")
        }
        bind(record, at: site, to: insertion)
        try insertion.perform()
        guard database.changesCount == 0 else { return .accepted }
        bind(record, at: site, to: update)
        try update.perform()
        return database.changesCount == 0 ? .unchanged : .replaced
    }

    private func bind(_ record: WeatherRecord, at site: Int64, to statement: Statement) {
        statement.bind(site, at: 1)
        statement.bind(Int64(record.issued == nil ? 0 : 1), at: 2)
        statement.bind(Int64(record.period.span == .day ? 1 : 0), at: 3)
        statement.bind(record.period.stored, at: 4)
        statement.bind(record.issued.map { max($0.stored, 1) } ?? Int64(0), at: 5)
        for (index, parameter) in WeatherParameter.allCases.enumerated() {
            if let value = record.values[parameter] {
                statement.bind(value, at: Self.keys.count + index + 1)
            } else {
                statement.bindNull(at: Self.keys.count + index + 1)
            }
        }
    }

    /// Deletes the forecasts of these sites for periods that ended long ago.
    func forgetForecasts(before now: Date) throws {
        let oldest = now.addingTimeInterval(-Double(SQLiteStore.forecastDays) * 86_400)
        let day = CivilDate(at: oldest, in: .gmt).daysSinceEpoch
        let deletion = try database.cachedStatement(
            sql: """
                DELETE FROM weather WHERE site = ?1 AND isForecast = 1
                    AND (isDay = 0 AND time < ?2 OR isDay = 1 AND time < ?3)
                """)
        for site in numbers.values {
            deletion.bind(site, at: 1)
            deletion.bind(oldest.stored, at: 2)
            deletion.bind(Int64(day), at: 3)
            try deletion.perform()
        }
    }
}

extension WeatherPeriod {
    /// The value of the column `time`.
    var stored: Int64 {
        switch self {
        case .hour(let end): end.stored
        case .day(let day): Int64(day.daysSinceEpoch)
        }
    }
}
