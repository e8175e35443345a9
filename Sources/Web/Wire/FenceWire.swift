import Allergens
import Foundation
import Geography
import Topology

/// A fence as its owner sends it.
struct FenceRequest: Decodable {
    struct Watch: Decodable {
        let allergen: String
        let level: Level?
    }

    let name: String
    let area: GeoJSONArea
    let radius: Double?
    let allergens: [Watch]
    let alerts: [Alert.Kind]?

    /// The name without surrounding blanks, when it is of an allowed length.
    func checkedName() throws -> String {
        let name = name.trimmingCharacters(in: .whitespacesAndNewlines)
        guard FenceLimits.name.contains(name.count) else {
            throw FenceRequest.problem(
                "/name",
                "A name has \(FenceLimits.name.lowerBound) to \(FenceLimits.name.upperBound) characters.")
        }
        return name
    }

    func checkedLevels(_ taxonomy: Taxonomy) throws -> [Allergen.ID: Level] {
        guard !allergens.isEmpty
        else { throw FenceRequest.problem("/allergens", "A fence watches at least one allergen.") }
        var levels: [Allergen.ID: Level] = [:]
        for (place, watch) in allergens.enumerated() {
            let pointer = "/allergens/\(place)"
            guard let allergen = taxonomy.allergen(spelled: watch.allergen)
            else { throw AllergenWire.unknown(watch.allergen, at: "\(pointer)/allergen") }
            let level = watch.level ?? FenceLimits.defaultLevel
            guard level > .none
            else {
                throw FenceRequest.problem(
                    "\(pointer)/level", "A fence warns from low, moderate, high or veryHigh.")
            }
            guard levels.updateValue(level, forKey: allergen.id) == nil
            else { throw FenceRequest.problem(pointer, "\(allergen.id.rawValue) is named twice.") }
        }
        return levels
    }

    func checkedKinds() throws -> Set<Alert.Kind> {
        guard let alerts else { return Set(Alert.Kind.allCases) }
        guard !alerts.isEmpty
        else {
            throw FenceRequest.problem("/alerts", "A fence wants at least one of station, user and forecast.")
        }
        return Set(alerts)
    }

    func checkedArea() throws -> Fence.Area {
        let valid: GeoJSONArea
        do {
            valid = try area.validated(at: "/area")
        } catch {
            throw Problem(error)
        }
        switch (valid, radius) {
        case (.point(let centre), let radius?):
            guard FenceLimits.radius.contains(radius)
            else { throw FenceRequest.problem("/radius", "A radius is 100 to 300000 metres.") }
            return .circle(centre: centre, radius: radius)
        case (.point, nil): throw FenceRequest.problem("/radius", "A point needs a radius in metres.")
        case (.polygons, .some): throw FenceRequest.problem("/radius", "A polygon has no radius.")
        case (.polygons(let polygons, _), nil): return .polygons(polygons)
        }
    }

    static func problem(_ pointer: String, _ detail: String) -> Problem {
        Problem(.invalidFence, errors: [Problem.Detail(pointer: pointer, detail: detail)])
    }
}

/// Allergens as people name them in a body.
enum AllergenWire {
    static func unknown(_ text: String, at pointer: String) -> Problem {
        Problem(
            .unknownAllergen,
            errors: [
                Problem.Detail(
                    pointer: pointer,
                    detail:
                        "No allergen has the key or alias \"\(text.prefix(60))\"; GET /v1/allergens lists them."
                )
            ])
    }
}

/// A fence as its owner reads it.
struct FenceAnswer: Encodable {
    struct Watch: Encodable {
        let allergen: Allergen.ID
        let level: Level
    }

    let id: String
    let name: String
    let area: GeoJSONArea
    let radius: Double?
    let allergens: [Watch]
    let alerts: [Alert.Kind]

    init(_ fence: Fence) {
        id = fence.id.rawValue
        name = fence.name
        switch fence.area {
        case .circle(let centre, let radius):
            area = .point(centre)
            self.radius = radius
        case .polygons(let polygons):
            area = GeoJSONArea(polygons)
            radius = nil
        }
        allergens = fence.levels.map { Watch(allergen: $0.key, level: $0.value) }
            .sorted { $0.allergen.rawValue < $1.allergen.rawValue }
        alerts = Alert.Kind.allCases.filter(fence.kinds.contains)
    }
}
