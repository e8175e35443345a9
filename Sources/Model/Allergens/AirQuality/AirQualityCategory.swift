/// What a class of an air quality index is called; only together with its index does it mean something.
package enum AirQualityCategory: String, CaseIterable, Sendable, Decodable {
    case good, fair, moderate, poor, veryPoor, extremelyPoor
    /// *Unhealthy for sensitive groups* in the US.
    case sensitive
    case unhealthy, veryUnhealthy, hazardous
    case low, high, veryHigh
}

/// What people can do in air of a class, from the mildest to the strictest; `Wording` puts it into words.
package enum AirQualityAdvice: String, CaseIterable, Sendable, Decodable {
    case asUsual
    /// Whoever is unusually sensitive watches for symptoms.
    case watchful
    /// Sensitive people exert themselves less outdoors.
    case sensitiveLess
    /// Everybody exerts themselves less outdoors.
    case everyoneLess
    /// Sensitive people stay inside, the others exert themselves little.
    case sensitiveInside
    /// Everybody stays inside.
    case everyoneInside
}
