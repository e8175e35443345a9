import Alerts
import Allergens
import Foundation
import Observations

extension RowTransaction {
    func keep(_ forecast: Forecast, received: Date) throws -> Keeping {
        let station = try numbered(forecast.station).number
        let (code, day) = (try code(of: forecast.allergen), forecast.day.daysSinceEpoch)
        let (received, issued) = (received.stored, forecast.issued?.stored)
        let added = try runner.run(
            """
            INSERT INTO forecast (allergen, day, station, value, received, issued)
            VALUES (\(code), \(day), \(station), \(forecast.value), \(received), \(issued))
            ON CONFLICT DO NOTHING
            """)
        if added == 1 {
            changes.note(forecast.day, of: forecast.allergen)
            return .accepted
        }
        let isNotOlder: Query = """
            allergen = \(code) AND day = \(day) AND station = \(station)
                AND coalesce(issued, received) <= \(issued ?? received)
            """
        let replaced = try runner.run(
            """
            UPDATE forecast SET value = \(forecast.value), received = \(received), issued = \(issued)
            WHERE \(isNotOlder) AND value <> \(forecast.value)
            """)
        if replaced == 1 {
            changes.note(forecast.day, of: forecast.allergen)
            return .replaced
        }
        guard issued != nil else { return .unchanged }
        // The same forecast, issued later.
        try runner.run(
            """
            UPDATE forecast SET received = \(received), issued = \(issued)
            WHERE \(isNotOlder) AND value = \(forecast.value)
            """)
        return .unchanged
    }

    func keep(_ reading: ClassReading, received: Date) throws -> Keeping {
        try runner.keep(reading, received: received, taxonomy)
    }

    func keep(_ note: StationNote, received: Date) throws {
        try runner.run(
            """
            INSERT INTO stationNote (station, day, text, received)
                VALUES (\(try numbered(note.station).number), \(note.day.daysSinceEpoch), \(note.text),
                \(received.stored))
            ON CONFLICT (station, day) DO UPDATE SET text = excluded.text, received = excluded.received
            """)
    }
}
