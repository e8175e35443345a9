import Allergens
import Foundation
import Geography
import Topology

/// A fence as its owner sends it.
struct FenceRequest: Decodable {
    struct WatchRequest: Decodable {
        let allergen: String
        let level: Level?
    }

    let name: String
    let area: GeoJSONArea
    let radius: Double?
    let allergens: [WatchRequest]?
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

    func checkedWatches(_ taxonomy: Taxonomy) throws -> [Watch] {
        var subjects: Set<Watch.Subject> = []
        return try (allergens ?? []).enumerated().map { place, watch in
            let pointer = "/allergens/\(place)"
            guard let subject = taxonomy.subject(spelled: watch.allergen)
            else { throw AllergenWire.unknown(watch.allergen, at: "\(pointer)/allergen") }
            guard watch.level != Level.none else {
                throw FenceRequest.problem(
                    "\(pointer)/level", "A fence warns from low, moderate, high or veryHigh.")
            }
            guard subjects.insert(subject).inserted
            else { throw FenceRequest.problem(pointer, "\(subject.key) is named twice.") }
            return Watch(subject, level: watch.level)
        }
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
    struct WatchAnswer: Encodable {
        let allergen: String
        let level: Level?
    }

    let id: String
    let name: String
    let area: GeoJSONArea
    let radius: Double?
    let allergens: [WatchAnswer]
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
        allergens = fence.rules.watches.map { WatchAnswer(allergen: $0.subject.key, level: $0.level) }
        alerts = Alert.Kind.allCases.filter(fence.rules.kinds.contains)
    }
}
