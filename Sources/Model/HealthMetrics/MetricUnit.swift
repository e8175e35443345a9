/// The units in which devices and files give values, and how they become the unit of a kind.
package enum MetricUnit {
    /// A value in the unit of its kind.
    ///
    /// - Parameters:
    ///   - value: The number as it was sent.
    ///   - unit: The name of its unit in any case; `nil` for the unit of the kind.
    ///   - kind: What was measured.
    /// - Returns: The value; `nil` if the kind is not measured in that unit.
    package static func value(_ value: Double, in unit: String?, of kind: MetricKind) -> Double? {
        // Programs of Apple call a part of 1 per cent; nobody has one per cent or less.
        if kind == .oxygenSaturation, value <= 1 { return value * 100 }
        guard let unit, unit != kind.unit else { return value }
        let name = unit.lowercased().filter { !$0.isWhitespace }
        guard let factor = names[name]?.first(where: { $0.unit == kind.unit }) else { return nil }
        return value * factor.factor + factor.offset
    }

    private struct Factor {
        let unit: String
        var factor = 1.0
        var offset = 0.0
    }

    /// The factors are exact: 1 lb = 0.45359237 kg, 1 st = 14 lb, 1 ft = 0.3048 m (international yard and pound
    /// agreement, 1959); 1 mmHg = 133.322387415 Pa; 1 inHg = 25.4 mmHg.
    private static let names: [String: [Factor]] = [
        "l/min": [Factor(unit: "L/min")], "l/s": [Factor(unit: "L/min", factor: 60)],
        "ml/min": [Factor(unit: "L/min", factor: 0.001)],
        "/min": [Factor(unit: "/min")], "count/min": [Factor(unit: "/min")], "bpm": [Factor(unit: "/min")],
        "breaths/min": [Factor(unit: "/min")], "count/s": [Factor(unit: "/min", factor: 60)],
        "hz": [Factor(unit: "/min", factor: 60)],
        "%": [Factor(unit: "%")], "fraction": [Factor(unit: "%", factor: 100)],
        "cel": [Factor(unit: "Cel")], "c": [Factor(unit: "Cel")], "degc": [Factor(unit: "Cel")],
        "°c": [Factor(unit: "Cel")],
        "degf": [fahrenheit], "f": [fahrenheit], "°f": [fahrenheit], "[degf]": [fahrenheit],
        "mm[hg]": [Factor(unit: "mm[Hg]")],
        "mmhg": [Factor(unit: "mm[Hg]"), Factor(unit: "hPa", factor: 1.33322387415)],
        "kpa": [Factor(unit: "hPa", factor: 10), Factor(unit: "mm[Hg]", factor: 10 / 1.33322387415)],
        "hpa": [Factor(unit: "hPa")], "mbar": [Factor(unit: "hPa")],
        "pa": [Factor(unit: "hPa", factor: 0.01)],
        "inhg": [Factor(unit: "hPa", factor: 25.4 * 1.33322387415)],
        "kg": [Factor(unit: "kg")], "g": [Factor(unit: "kg", factor: 0.001)],
        "lb": [Factor(unit: "kg", factor: 0.45359237)], "lbs": [Factor(unit: "kg", factor: 0.45359237)],
        "st": [Factor(unit: "kg", factor: 14 * 0.45359237)],
        "count": [Factor(unit: "{use}")], "puffs": [Factor(unit: "{use}")],
        "{use}": [Factor(unit: "{use}")],
        "m": [Factor(unit: "m")], "ft": [Factor(unit: "m", factor: 0.3048)],
        "km": [Factor(unit: "m", factor: 1_000)],
    ]

    private static let fahrenheit = Factor(unit: "Cel", factor: 5 / 9, offset: -160 / 9)
}
