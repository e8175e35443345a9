import Alerts
import Allergens
import Foundation
import GRDB
import Observations

extension SQLiteTransaction {
    func keep(_ forecast: Forecast, received: Date) throws -> Keeping {
        let station = try numbered(forecast.station).number
        let key: StatementArguments = [
            try code(of: forecast.allergen), forecast.day.daysSinceEpoch, station, forecast.value,
            received.stored, forecast.issued?.stored,
        ]
        try run(
            """
            INSERT INTO forecast (allergen, day, station, value, received, issued) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT DO NOTHING
            """, key)
        if database.changesCount == 1 {
            changes.note(forecast.day, of: forecast.allergen)
            return .accepted
        }
        let isNotOlder =
            "allergen = ?1 AND day = ?2 AND station = ?3 AND coalesce(issued, received) <= coalesce(?6, ?5)"
        try run(
            "UPDATE forecast SET value = ?4, received = ?5, issued = ?6 WHERE \(isNotOlder) AND value <> ?4",
            key)
        if database.changesCount == 1 {
            changes.note(forecast.day, of: forecast.allergen)
            return .replaced
        }
        // The same forecast, issued later.
        try run(
            "UPDATE forecast SET received = ?5, issued = ?6 WHERE \(isNotOlder) AND value = ?4 AND ?6 IS NOT NULL",
            key)
        return .unchanged
    }

    func keep(_ reading: ClassReading, received: Date) throws -> Keeping {
        try SQLiteStore.keep(reading, received: received, in: database, taxonomy)
    }

    func keep(_ note: StationNote, received: Date) throws {
        try run(
            """
            INSERT INTO stationNote (station, day, text, received) VALUES (?, ?, ?, ?)
            ON CONFLICT (station, day) DO UPDATE SET text = excluded.text, received = excluded.received
            """, [try numbered(note.station).number, note.day.daysSinceEpoch, note.text, received.stored])
    }
}
