import Allergens
import Foundation
import Geography
import Matching

/// The news about one allergen in one batch.
struct AllergenNews {
    let allergen: Allergen
    let bounds: LevelBounds
    let areas: AreaCache
    let transaction: any AlertTransaction
    let now: Date

    /// How long a station's alert stands, in seconds: until the next day's reading is due.
    private static let lifetime: TimeInterval = 24 * 3_600

    func report(_ stations: [Station.ID: CivilDate]) throws -> [LedgerEntry] {
        var entries: [LedgerEntry] = []
        for id in stations.keys.sorted() {
            guard let station = try transaction.station(id), let changed = stations[id] else { continue }
            let today = CivilDate(at: now, in: station.timeZone)
            guard changed >= today.adding(days: -1) else { continue }
            let values = try transaction.newestValues(of: allergen.id, until: today)
            guard let own = values.first(where: { $0.station == id }) else { continue }
            entries += try raise(for: station, own: own, among: values)
        }
        return entries
    }

    private func raise(for station: Station, own: DayValue, among values: [DayValue]) throws -> [LedgerEntry]
    {
        let near = BoundingBox(around: station.position, radius: FenceValue.reach)
        let candidates = try transaction.fences(
            touching: near, watching: AllergenSet([allergen]), for: .station)
        let neighbours = neighbours(of: station, among: values)
        var names: [Account.ID: [String]] = [:]
        var highest = Level.none
        for fence in candidates {
            guard let level = try newLevel(at: fence, for: station, day: own.day, among: neighbours)
            else { continue }
            names[fence.account, default: []].append(fence.name)
            highest = max(highest, level)
        }
        guard !names.isEmpty else { return [] }
        let recipients = names.sorted { $0.key.rawValue < $1.key.rawValue }
            .map { Recipient(account: $0.key, fences: $0.value) }
        return try transaction.raise(
            alert(at: station, own: own, level: highest), report: nil, for: recipients)
    }

    /// The level to announce at a fence, or `nil` when nothing is new there.
    private func newLevel(
        at fence: FenceCandidate, for station: Station, day: CivilDate, among neighbours: [StationValue]
    ) throws -> Level? {
        guard let threshold = fence.levels[allergen.id] else { return nil }
        let matcher = try areas.matcher(of: fence.id, version: fence.version, area: fence.area)
        guard let value = try FenceValue(at: matcher, among: neighbours) else { return nil }
        // A station raises an alert only where it speaks for the fence. That the air is clean again counts whoever
        // says so: the station that fell may have left another one as the highest.
        guard value.level < threshold || value.stations.contains(where: { $0.station == station.id })
        else { return nil }
        let last = try transaction.announcement(at: fence.id, of: allergen.id)
        let remembered = last.flatMap {
            day.daysSinceEpoch - $0.day.daysSinceEpoch <= Newsroom.memory ? $0 : nil
        }
        var hysteresis = Hysteresis(threshold: threshold, announced: remembered?.level)
        let outcome = hysteresis.update(to: value.level)
        let announcement = hysteresis.announced.map { Announcement(level: $0, day: day) }
        if announcement != last { try transaction.remember(announcement, at: fence.id, of: allergen.id) }
        guard case .raise(let level) = outcome else { return nil }
        return level
    }

    /// The stations that can matter to a fence that this one matters to.
    private func neighbours(of station: Station, among values: [DayValue]) -> [StationValue] {
        let centre = UnitVector(station.position)
        let reach = Earth.squaredChord(ofDistance: 2 * (FenceLimits.radius.upperBound + FenceValue.reach))
        return values.filter { centre.squaredChord(to: UnitVector($0.position)) <= reach }.map { value in
            StationValue(
                station: value.station, position: value.position, level: bounds.level(of: value.value),
                concentration: value.value, day: value.day)
        }
    }

    private func alert(at station: Station, own: DayValue, level: Level) -> Alert {
        let unit = allergen.unit?.symbol ?? ""
        let amount = own.value == own.value.rounded() ? String(Int(own.value)) : String(own.value)
        let basis = own.basis == .simulated ? ", simulated" : ""
        return Alert(
            id: .random(), kind: .station, allergens: [allergen.id], level: level,
            publicPosition: station.position, sent: now, expires: now.addingTimeInterval(Self.lifetime),
            headline:
                "\(allergen.name.capitalizedFirst): \(level.words) at \(station.name) "
                + "(\(amount) \(unit), \(own.day)\(basis))",
            station: station.id)
    }
}

extension String {
    /// The text with its first letter as a capital.
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
