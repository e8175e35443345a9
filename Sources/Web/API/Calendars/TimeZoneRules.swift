import Foundation

/// The rules of a time zone, as a calendar states them (RFC 5545, 3.6.5).
///
/// Every change of the clocks in the span is named, so that they hold even where no rule repeats. Programs know
/// most zones by their names and look no further.
struct TimeZoneRules {
    let zone: TimeZone
    let span: ClosedRange<Date>

    /// A change of the clocks from one offset to another.
    private struct Change: Hashable {
        let from: Int
        let to: Int
        let isSummer: Bool
        let name: String
    }

    var lines: [String] {
        let start = span.lowerBound
        let first = Change(
            from: zone.secondsFromGMT(for: start), to: zone.secondsFromGMT(for: start),
            isSummer: zone.isDaylightSavingTime(for: start), name: zone.abbreviation(for: start) ?? "")
        var (order, times): ([Change], [Change: [String]]) = ([], [:])
        var moment = start
        while let next = zone.nextDaylightSavingTimeTransition(after: moment), next <= span.upperBound {
            let change = Change(
                from: zone.secondsFromGMT(for: next.addingTimeInterval(-1)),
                to: zone.secondsFromGMT(for: next), isSummer: zone.isDaylightSavingTime(for: next),
                name: zone.abbreviation(for: next) ?? "")
            if times[change] == nil { order.append(change) }
            times[change, default: []].append(local(next, change.from))
            moment = next
        }
        return ["BEGIN:VTIMEZONE", "TZID:\(zone.identifier)"]
            + rule(first, [local(start, first.from)])
            + order.flatMap { rule($0, times[$0] ?? []) } + ["END:VTIMEZONE"]
    }

    private func rule(_ change: Change, _ times: [String]) -> [String] {
        let kind = change.isSummer ? "DAYLIGHT" : "STANDARD"
        let others = times.dropFirst().map { "RDATE:\($0)" }
        return ["BEGIN:\(kind)", "DTSTART:\(times[0])"] + others + [
            "TZOFFSETFROM:\(Self.offset(change.from))", "TZOFFSETTO:\(Self.offset(change.to))",
            "TZNAME:\(ICalendar.escaped(change.name))", "END:\(kind)",
        ]
    }

    /// What the clocks showed at an instant with an offset.
    private func local(_ instant: Date, _ offset: Int) -> String {
        String(ICalendar.time(instant.addingTimeInterval(Double(offset))).dropLast())
    }

    private static func offset(_ seconds: Int) -> String {
        let minutes = abs(seconds) / 60
        let digits = String(10_000 + minutes / 60 * 100 + minutes % 60).dropFirst()
        return (seconds < 0 ? "-" : "+") + digits
    }
}
