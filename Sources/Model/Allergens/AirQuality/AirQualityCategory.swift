/// The name of a class of an air quality index.
///
/// It is meaningful only together with its index.
package enum AirQualityCategory: String, CaseIterable, Sendable, Decodable {
    case good, fair, moderate, poor, veryPoor, extremelyPoor
    /// *Unhealthy for sensitive groups* in the US.
    case sensitive
    case unhealthy, veryUnhealthy, hazardous
    case low, high, veryHigh
    /// Classes of India.
    case satisfactory, severe
}

/// What people can do in air of a class, from the mildest advice to the strictest; `Localisation` puts it
/// into words.
package enum AirQualityAdvice: String, CaseIterable, Sendable, Decodable {
    case asUsual
    /// Unusually sensitive people watch for symptoms.
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
