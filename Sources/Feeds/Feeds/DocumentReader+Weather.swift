import Foundation
import Geography
import Observations

extension DocumentReader {
    /// Reads an entry of the weather, and rejects it if it has a fault.
    mutating func readWeather(
        _ node: JSONNode?, _ bindings: NodeBindings, by rule: WeatherRule
    ) throws(FeedFailure) {
        entry += 1
        intake.batch.tally.rows += 1
        guard entry <= FeedLimits.documentEntries else { throw .tooManyDocumentEntries }
        do throws(EntryFault) {
            try keepWeather(node, EntryWalk(root: root, bindings: bindings), by: rule)
        } catch {
            intake.batch.tally.reject(
                RejectedRow(
                    line: entry, column: error.path ?? bindings.place(of: rule.value),
                    value: error.value ?? node?.display ?? "", rejection: error.rejection))
        }
    }

    private mutating func keepWeather(
        _ node: JSONNode?, _ walk: EntryWalk, by rule: WeatherRule
    ) throws(EntryFault) {
        guard let column = rule.columns[try walk.text(of: rule.parameter)] else {
            intake.batch.tally.ignored += 1
            return
        }
        guard let node, node != .null else {
            intake.batch.tally.missing += 1
            return
        }
        let site = try weatherSite(in: walk, by: rule)
        let period = try weatherPeriod(in: walk, by: rule, at: site)
        let issued = try weatherIssue(in: walk, by: rule)
        let unit = try weatherUnit(in: walk, by: rule)
        do throws(ReadingRejection) {
            let value = try column.value(of: FeedNumber.parse(node.display), in: unit, over: period.span)
            try intake.weather.keep(
                value, of: column.parameter, at: site, in: period, issued: issued, line: entry)
        } catch {
            throw EntryFault(nil, error)
        }
    }

    private mutating func weatherSite(
        in walk: EntryWalk, by rule: WeatherRule
    ) throws(EntryFault) -> WeatherSite {
        switch rule.place {
        case .station, .askedStation:
            let place = try station(in: walk, at: rule.place)
            guard let station = intake.station(place.station) else {
                preconditionFailure("a place is that of a known station")
            }
            return WeatherSite(station)
        case .cell(let longitude, let latitude, let degrees):
            return try weatherCell(
                around: try position(longitude, latitude, in: walk), degrees, walk, by: rule)
        case .askedCell(let degrees):
            guard let position = asked.position else {
                throw EntryFault(
                    nil,
                    .unreadable("the document does not name its place; say for which position it was asked"))
            }
            return try weatherCell(around: position, degrees, walk, by: rule)
        case .region: preconditionFailure("the definition was checked to name no region here")
        }
    }

    private func weatherCell(
        around position: Coordinate, _ degrees: Double, _ walk: EntryWalk, by rule: WeatherRule
    ) throws(EntryFault) -> WeatherSite {
        if let only { throw walk.fault(rule.place.paths.first, .otherStation(only)) }
        var zone = format.timeZone
        if let name = walk.text(ifAt: rule.timeZone) {
            guard let named = TimeZone(identifier: name) else {
                throw walk.fault(rule.timeZone?.path, .unreadable("is no IANA time zone"))
            }
            zone = named
        }
        guard
            let site = WeatherSite(
                cellAround: position, degrees: degrees, source: definition.name, timeZone: zone,
                attribution: definition.attribution)
        else { throw walk.fault(rule.place.paths.first, .unreadable("no cell can be made here")) }
        return site
    }

    private func weatherPeriod(
        in walk: EntryWalk, by rule: WeatherRule, at site: WeatherSite
    ) throws(EntryFault) -> WeatherPeriod {
        let read = try period(
            in: walk, by: rule.period, zone: site.timeZone, clock: try weatherClock(in: walk, by: rule))
        guard let period = WeatherPeriod(read) else { preconditionFailure("a rule gives an hour or a day") }
        do throws(ReadingRejection) {
            try intake.admit(period, isForecast: rule.isForecast, in: site.timeZone)
        } catch {
            throw walk.fault(rule.period.paths.first, error)
        }
        return period
    }

    private func weatherClock(in walk: EntryWalk, by rule: WeatherRule) throws(EntryFault) -> StampClock {
        guard let path = rule.offset else { return StampClock(zone: format.timeZone) }
        guard let seconds = walk.scalar(at: path).flatMap(Double.init), abs(seconds) <= 86_400 else {
            throw walk.fault(path, .unreadable("no seconds ahead of UTC"))
        }
        return StampClock(zone: .gmt, seconds: seconds)
    }

    /// Returns when the forecast was issued, or `nil` if the rule is for measured values.
    private func weatherIssue(in walk: EntryWalk, by rule: WeatherRule) throws(EntryFault) -> Date? {
        guard rule.isForecast else { return nil }
        guard let issue = rule.issued else { return now }
        let instant = try instant(
            at: issue.path, issue.form, in: walk, by: StampClock(zone: format.timeZone))
        do throws(ReadingRejection) {
            try intake.admit(issued: instant)
        } catch {
            throw walk.fault(issue.path, error)
        }
        return instant
    }

    private func weatherUnit(in walk: EntryWalk, by rule: WeatherRule) throws(EntryFault) -> WeatherUnit? {
        guard let path = rule.unit, let spelling = walk.scalar(at: path) else { return nil }
        guard let unit = WeatherUnit(spelling: spelling) else {
            let known = WeatherUnit.allCases.map(\.rawValue).joined(separator: ", ")
            throw walk.fault(path, .unreadable("unknown unit; known are \(known)"))
        }
        return unit
    }
}
