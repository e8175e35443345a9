import HTTP
import HealthMetrics

/// A plan for notices about health values, as it is sent and read.
struct MetricPlanDocument: StrictDocument, Encodable {
    static let members: Set = ["bounds", "zones", "compare", "silence"]

    struct Bounds: Codable {
        let low: Double?
        let high: Double?
        let words: String
        let on: Bool
    }

    struct Zones: Codable {
        let best: Double
        let upper: Double
        let lower: Double
    }

    let bounds: [String: Bounds]
    let zones: [String: Zones]
    let compare: Bool
    let silence: Int?

    init(_ plan: MetricPlan) {
        bounds = Dictionary(
            uniqueKeysWithValues: plan.bounds.map { kind, bounds in
                (
                    kind.rawValue,
                    Bounds(low: bounds.low, high: bounds.high, words: bounds.words, on: bounds.isOn)
                )
            })
        zones = Dictionary(
            uniqueKeysWithValues: plan.zones.map { kind, zones in
                (kind.rawValue, Zones(best: zones.best, upper: zones.upper, lower: zones.lower))
            })
        (compare, silence) = (plan.comparesWithPast, plan.silence)
    }

    /// The plan, if all of it is valid.
    func checked() throws -> MetricPlan {
        var mistakes = Mistakes(.invalidMetrics)
        var checkedBounds: [MetricKind: MetricPlan.Bounds] = [:]
        for (name, sent) in bounds {
            guard let kind = mistakes.kind(name, in: "/bounds") else { continue }
            mistakes.check(sent, of: kind)
            checkedBounds[kind] = MetricPlan.Bounds(
                low: sent.low, high: sent.high, words: sent.words, isOn: sent.on)
        }
        var checkedZones: [MetricKind: MetricPlan.Zones] = [:]
        for (name, sent) in zones {
            guard let kind = mistakes.kind(name, in: "/zones") else { continue }
            mistakes.check(sent, of: kind)
            checkedZones[kind] = MetricPlan.Zones(best: sent.best, upper: sent.upper, lower: sent.lower)
        }
        if let silence, !MetricPlan.silences.contains(silence) {
            let hours = MetricPlan.silences
            mistakes.note("/silence", "This is \(hours.lowerBound) to \(hours.upperBound) hours, or null.")
        }
        try mistakes.check()
        return MetricPlan(
            bounds: checkedBounds, zones: checkedZones, comparesWithPast: compare, silence: silence)
    }
}

extension Mistakes {
    fileprivate mutating func kind(_ name: String, in pointer: String) -> MetricKind? {
        if let kind = MetricKind(rawValue: name) { return kind }
        let path = name.prefix(60).replacing("~", with: "~0").replacing("/", with: "~1")
        note("\(pointer)/\(path)", "There is no such kind; there are \(MetricKind.names).")
        return nil
    }

    fileprivate mutating func check(_ sent: MetricPlanDocument.Bounds, of kind: MetricKind) {
        let pointer = "/bounds/\(kind.rawValue)"
        for (name, bound) in [("low", sent.low), ("high", sent.high)] {
            if let bound, !kind.range.contains(bound) {
                note(
                    "\(pointer)/\(name)",
                    "This is \(kind.range.lowerBound) to \(kind.range.upperBound) \(kind.unit).")
            }
        }
        if let low = sent.low, let high = sent.high, low >= high {
            note("\(pointer)/low", "The low bound is below the high one.")
        }
        if sent.low == nil, sent.high == nil { note(pointer, "Give at least one bound.") }
        let limit = MetricPlan.Bounds.wordsLength
        let isPlain =
            sent.words.unicodeScalars.count <= limit
            && sent.words.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        if !isPlain {
            note("\(pointer)/words", "These are at most \(limit) characters, none of them control.")
        }
    }

    fileprivate mutating func check(_ sent: MetricPlanDocument.Zones, of kind: MetricKind) {
        let pointer = "/zones/\(kind.rawValue)"
        guard kind == .peakFlow || kind == .peakFlowWright
        else { return note(pointer, "Only peakFlow and peakFlowWright have zones.") }
        if !kind.range.contains(sent.best) {
            note(
                "\(pointer)/best",
                "This is \(kind.range.lowerBound) to \(kind.range.upperBound) \(kind.unit).")
        }
        if !(0 < sent.lower && sent.lower < sent.upper && sent.upper <= 100) {
            note(
                "\(pointer)/lower", "lower is above 0 and below upper, and upper is at most 100, in per cent."
            )
        }
    }
}
