import Allergens
import Foundation
import Geography
import Observations

extension DocumentReader {
    /// Reads the stations that a document describes, and rejects those with faults.
    static func readStations(
        of root: JSONNode, by rule: StationRule, definition: FeedDefinition, format: JSONFormat
    ) throws(FeedFailure) -> Submission {
        let maker = StationMaker(
            spellings: definition.stationSpellings ?? [:], timeZone: format.timeZone,
            attribution: definition.attribution)
        var batch = Submission()
        var seen: Set<Station.ID> = []
        try root.forEach(at: rule.id) { node, bindings throws(FeedFailure) in
            batch.tally.rows += 1
            guard batch.tally.rows <= FeedLimits.documentEntries else { throw .tooManyDocumentEntries }
            let walk = EntryWalk(root: root, bindings: bindings)
            do throws(StationFault) {
                let station = try maker.station(
                    id: node?.scalar, prefix: rule.prefix, name: walk.text(ifAt: rule.name),
                    longitude: walk.scalar(at: rule.longitude), latitude: walk.scalar(at: rule.latitude),
                    altitude: rule.altitude.flatMap(walk.scalar), timeZone: walk.text(ifAt: rule.timeZone))
                // A sensor may be listed once for each of its values.
                if seen.insert(station.id).inserted {
                    batch.stations.append(station)
                } else {
                    batch.tally.ignored += 1
                }
            } catch {
                let path = rule.path(of: error.member) ?? rule.id
                batch.tally.reject(
                    RejectedRow(
                        line: batch.tally.rows, column: bindings.place(of: path), value: error.value,
                        rejection: error.rejection))
            }
        }
        return batch
    }

    /// Returns the station of an entry.
    mutating func station(in walk: EntryWalk, at place: PlaceRule) throws(EntryFault) -> RowPlace {
        let spelling: String
        switch place {
        case .station(let source, let prefix):
            let text = try walk.text(of: source)
            let known = definition.stationSpellings?[text.lowercased()]?.rawValue
            // A feed with a network covers only its own stations. An unlisted name must not match another
            // network's station.
            guard known != nil || definition.stationSpellings == nil || !prefix.isEmpty
            else { throw walk.fault(source.path, .unknownStation, value: text) }
            spelling = known ?? prefix + text.lowercased()
        case .askedStation:
            guard let station = asked.station else {
                throw EntryFault(
                    nil, .unreadable("the document does not name its station; say for which it was asked"))
            }
            spelling = station.rawValue
        case .region, .cell, .askedCell: preconditionFailure("the place of this rule is a region")
        }
        do throws(ReadingRejection) {
            return try intake.place(spelled: spelling)
        } catch {
            throw walk.fault(place.paths.first, error)
        }
    }

    /// Returns the region or cell of an entry.
    func region(in walk: EntryWalk, by rule: ValueRule) throws(EntryFault) -> Region {
        if let only { throw walk.fault(rule.place.paths.first, .otherStation(only)) }
        switch rule.place {
        case .region(let paths):
            for path in paths {
                guard let text = walk.scalar(at: path) else { continue }
                if let region = definition.region(spelled: text) { return region }
            }
            throw walk.fault(paths.first, .unreadable("no region of the feed's list is spelled like this"))
        case .cell(let longitude, let latitude, let degrees):
            let position = try position(longitude, latitude, in: walk)
            return try cell(around: position, degrees: degrees, walk, at: longitude)
        case .askedCell(let degrees):
            guard let position = asked.position else {
                throw EntryFault(
                    nil,
                    .unreadable("the document does not name its place; say for which position it was asked"))
            }
            return try cell(around: position, degrees: degrees, walk, at: nil)
        case .station, .askedStation: preconditionFailure("the place of this rule is a station")
        }
    }

    func position(
        _ longitude: NodePath, _ latitude: NodePath, in walk: EntryWalk
    ) throws(EntryFault) -> Coordinate {
        guard let east = walk.scalar(at: longitude).flatMap(Double.init),
            let north = walk.scalar(at: latitude).flatMap(Double.init),
            let position = Coordinate(longitude: east, latitude: north)
        else { throw walk.fault(longitude, .unreadable("longitude and latitude are no position")) }
        guard (east, north) != (0, 0) else {
            throw walk.fault(longitude, .unreadable("0, 0 is written where the position is not known"))
        }
        return position
    }

    private func cell(
        around position: Coordinate, degrees: Double, _ walk: EntryWalk, at path: NodePath?
    ) throws(EntryFault) -> Region {
        let cell = Region(
            cellAround: position, degrees: degrees, source: definition.name,
            attribution: definition.attribution)
        guard let cell else {
            throw walk.fault(path, .unreadable("no cell can be made here"))
        }
        return cell
    }
}

// MARK: - Time

extension DocumentReader {
    func period(
        in walk: EntryWalk, by rule: PeriodRule, zone: TimeZone, clock: StampClock? = nil
    ) throws(EntryFault) -> Reading.Period {
        guard case .hour(let path, let form, let marksStart) = rule else {
            return .day(try day(in: walk, by: rule, zone: zone))
        }
        let instant = try instant(at: path, form, in: walk, by: clock ?? StampClock(zone: format.timeZone))
        return .hour(ending: marksStart ? instant.addingTimeInterval(3_600) : instant)
    }

    func day(in walk: EntryWalk, by rule: PeriodRule, zone: TimeZone) throws(EntryFault) -> CivilDate {
        guard case .day(let dayRule) = rule else {
            preconditionFailure("the definition was checked to give a day here")
        }
        let stated = try statedDay(dayRule.stated, in: walk, zone: zone)
        let day = stated.adding(days: try offset(dayRule.offset, in: walk))
        guard CivilDate.accepted.contains(day) else {
            throw walk.fault(rule.paths.first, .impossibleDate)
        }
        return day
    }

    /// Accepts past periods, and expected values for days within reach of a forecast.
    func admit(
        _ period: Reading.Period, _ walk: EntryWalk, by rule: ValueRule, zone: TimeZone
    ) throws(EntryFault) {
        let today = CivilDate(at: now, in: zone)
        let day =
            switch period {
            case .day(let day): day
            case .hour(let end), .threeHours(let end):
                CivilDate(at: end.addingTimeInterval(-1), in: zone)
            }
        let path = rule.period.paths.first
        if rule.basis == .measured, day > today { throw walk.fault(path, .fromTheFuture(today: today)) }
        guard day <= today.adding(days: FeedLimits.forecastDays) else {
            throw walk.fault(path, .unreadable("more than \(FeedLimits.forecastDays) days ahead"))
        }
    }

    private func offset(_ offset: DayRule.Offset?, in walk: EntryWalk) throws(EntryFault) -> Int {
        guard let offset else { return 0 }
        guard let text = walk.scalar(at: offset.path), let days = offset.days[text] else {
            let allowed = offset.days.keys.sorted().joined(separator: ", ")
            throw walk.fault(offset.path, .unreadable("no day that is known; allowed are \(allowed)"))
        }
        return days
    }

    private func statedDay(
        _ stated: DayRule.Stated, in walk: EntryWalk, zone: TimeZone
    ) throws(EntryFault) -> CivilDate {
        switch stated {
        case .today: return CivilDate(at: now, in: format.timeZone)
        case .stamp(let path, .day):
            guard let day = walk.scalar(at: path).flatMap({ CivilDate($0) }) else {
                throw walk.fault(path, .impossibleDate)
            }
            return day
        case .stamp(let path, let form):
            // Stamps are read in the time zone of the feed. The region's zone determines the day.
            return CivilDate(
                at: try instant(at: path, form, in: walk, by: StampClock(zone: format.timeZone)), in: zone)
        case .parts(let year, let month, let day):
            let numbers = [year, month, day].compactMap { walk.scalar(at: $0).flatMap { Int($0) } }
            guard numbers.count == 3,
                let date = CivilDate(year: numbers[0], month: numbers[1], day: numbers[2])
            else { throw walk.fault(day, .impossibleDate) }
            return date
        }
    }

    func instant(
        at path: NodePath, _ form: NodeStampForm, in walk: EntryWalk, by clock: StampClock
    ) throws(EntryFault) -> Date {
        guard let text = walk.scalar(at: path) else { throw walk.fault(path, .missing) }
        guard let instant = form.instant(text, in: clock.zone)?.addingTimeInterval(-clock.seconds),
            CivilDate.accepted.contains(CivilDate(at: instant, in: .gmt))
        else { throw walk.fault(path, .unreadable("not a time as \(form.rawValue)")) }
        return instant
    }
}

/// The clock of stamps without a zone: that of a zone, further ahead by some seconds.
struct StampClock {
    let zone: TimeZone
    var seconds: TimeInterval = 0
}

extension StationRule {
    /// Returns the path of a member of the station rule.
    fileprivate func path(of member: String) -> NodePath? {
        switch member {
        case "longitude": longitude
        case "latitude": latitude
        case "altitude": altitude
        case "timeZone": timeZone?.path
        default: nil
        }
    }
}
