import Alerts
import Allergens
import Foundation
import Geography
import HTTP
import People
import Topology

/// A complete fence as its owner sends it; missing members take their defaults.
struct FenceRequest: Decodable {
    struct QuietRequest: Decodable {
        let from: String
        let until: String
        let except: String?
    }

    struct ActiveRequest: Decodable {
        let from: String?
        let until: String?
    }

    let name: String
    let area: GeoJSONArea
    let radius: Double?
    let allergens: [WatchRequest]?
    let alerts: [String]?
    let value: String?
    let quietHours: QuietRequest?
    let timeZone: String?
    let active: ActiveRequest?

    /// The fence, if all of its parts are valid.
    ///
    /// - Throws: One problem that names every mistake, but only the first mistake in the area.
    func checked(_ id: Fence.ID, of account: Account.ID, in profile: Profile, _ taxonomy: Taxonomy) throws
        -> Fence
    {
        let valid: GeoJSONArea
        do {
            valid = try area.validated(at: "/area")
        } catch {
            throw Problem(error)
        }
        var mistakes = Mistakes(.invalidFence)
        let name = name(&mistakes)
        let area = area(valid, &mistakes)
        let rules = rules(&mistakes, in: profile, taxonomy)
        try mistakes.check()
        guard let area else { preconditionFailure("an area that cannot be used is a mistake") }
        return Fence(id: id, account: account, name: name, area: area, rules: rules)
    }

    private func name(_ mistakes: inout Mistakes) -> String {
        let sent = name
        let name = sent.trimmingCharacters(in: .whitespacesAndNewlines)
        let limit = FenceLimits.name
        if name.isEmpty || !limit.contains(sent.unicodeScalars.count) {
            mistakes.note("/name", "A name has \(limit.lowerBound) to \(limit.upperBound) characters.")
        }
        if name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
            mistakes.note("/name", "A name has no control characters.")
        }
        return name
    }

    private func area(_ valid: GeoJSONArea, _ mistakes: inout Mistakes) -> Fence.Area? {
        switch (valid, radius) {
        case (.point(let centre), let radius?):
            if FenceLimits.radius.contains(radius) { return .circle(centre: centre, radius: radius) }
            mistakes.note("/radius", "A radius is 100 to 300000 metres.")
        case (.point, nil): mistakes.note("/radius", "A point needs a radius in metres.")
        case (.polygons, .some): mistakes.note("/radius", "A polygon has no radius.")
        case (.polygons(let polygons, _), nil): return .polygons(polygons)
        }
        return nil
    }

    private func rules(_ mistakes: inout Mistakes, in profile: Profile, _ taxonomy: Taxonomy) -> FenceRules {
        var rules = FenceRules(watches: mistakes.watches(allergens, at: "/allergens", taxonomy))
        rules.kinds = kinds(&mistakes)
        rules.gauge = mistakes.word(value, at: "/value") ?? .station
        rules.quietHours = quiet(&mistakes)
        rules.timeZone = mistakes.timeZone(timeZone, at: "/timeZone")
        rules.days = days(&mistakes)
        // Uncertain reporters name no allergen, so their reports also concern fences that watch none.
        let takesUnsure = rules.kinds.contains(.user) && profile.acceptsUnsure
        if allergens?.isEmpty != false, profile.watches.isEmpty, !takesUnsure {
            mistakes.note(
                "/allergens",
                "This fence would warn of nothing: name at least one allergen here or in the profile.")
        }
        return rules
    }

    private func kinds(_ mistakes: inout Mistakes) -> Set<Alert.Kind> {
        guard let alerts else { return Set(Alert.Kind.allCases) }
        if alerts.isEmpty {
            mistakes.note("/alerts", "A fence wants at least one of station, user and forecast.")
        }
        return Set(alerts.enumerated().compactMap { mistakes.word($1, at: "/alerts/\($0)") })
    }

    private func quiet(_ mistakes: inout Mistakes) -> QuietHours? {
        guard let quietHours else { return nil }
        let from = mistakes.time(quietHours.from, at: "/quietHours/from")
        let until = mistakes.time(quietHours.until, at: "/quietHours/until")
        let exception = mistakes.level(quietHours.except, at: "/quietHours/except")
        guard let from, let until else { return nil }
        let hours = QuietHours(from: from, until: until, exception: exception)
        if hours == nil {
            mistakes.note("/quietHours/until", "Quiet hours end at another time than they begin.")
        }
        return hours
    }

    private func days(_ mistakes: inout Mistakes) -> ClosedRange<CivilDate>? {
        guard let active, active.from != nil || active.until != nil else { return nil }
        let from = mistakes.day(active.from, at: "/active/from") ?? CivilDate.accepted.lowerBound
        let until = mistakes.day(active.until, at: "/active/until") ?? CivilDate.accepted.upperBound
        guard from <= until else {
            mistakes.note("/active/until", "The last day is not before the first.")
            return nil
        }
        return from...until
    }
}
