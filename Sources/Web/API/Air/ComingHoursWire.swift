import Allergens
import Foundation
import HTTP
import NIOCore
import Observations

/// `GET /v1/air/hours`.
///
/// Seven allergens have 336 hours, which an encoder takes longer to write than the model takes to find.
struct ComingHoursWire {
    let allergens: [ComingHours]

    /// The answer as JSON.
    func json() -> ByteBuffer {
        var times = HourTimes()
        var writer = JSONWriter()
        writer.object { answer in
            answer.name("allergens")
            answer.list { list in
                for coming in allergens { Self.write(coming, &times, to: &list) }
            }
        }
        return ByteBuffer(bytes: writer.bytes)
    }

    private static func write(
        _ coming: ComingHours, _ times: inout HourTimes, to writer: inout JSONWriter
    ) {
        writer.object { entry in
            entry.name("allergen")
            entry.value(coming.allergen.id.rawValue)
            entry.name("hours")
            entry.list { list in
                for hour in coming.hours { write(hour, ending: times.text(of: hour.end), to: &list) }
            }
            entry.name("name")
            entry.value(coming.allergen.name)
            if let unit = coming.allergen.unit {
                entry.name("unit")
                entry.value(unit.rawValue)
            }
        }
    }

    private static func write(_ hour: ComingHours.Hour, ending time: String, to writer: inout JSONWriter) {
        writer.object { entry in
            entry.name("basis")
            entry.value(hour.basis.rawValue)
            entry.name("interval")
            write(hour.interval, to: &entry)
            entry.name("knowsWeather")
            entry.value(hour.knowsWeather)
            entry.name("level")
            entry.value(hour.level.rawValue)
            entry.name("time")
            entry.value(time)
            entry.name("value")
            entry.value(hour.value.inHundredths)
        }
    }

    private static func write(_ interval: ForecastInterval, to writer: inout JSONWriter) {
        let wire = IntervalWire(interval)
        writer.object { entry in
            entry.name("high")
            entry.value(wire.high)
            entry.name("low")
            entry.value(wire.low)
            if let probability = wire.probability {
                entry.name("probability")
                entry.value(probability)
            }
        }
    }
}

/// The ends of hours as text, each written once: all allergens have the same hours.
private struct HourTimes {
    private var texts: [Date: String] = [:]

    mutating func text(of end: Date) -> String {
        if let text = texts[end] { return text }
        let text = end.formatted(.iso8601)
        texts[end] = text
        return text
    }
}
