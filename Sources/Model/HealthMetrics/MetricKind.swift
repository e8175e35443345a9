/// What can be measured of a person, or of the air right around one.
package enum MetricKind: String, CaseIterable, Codable, Sendable {
    /// The highest of three blows into a meter with the scale of EN 13826, as sold in Europe since 2004.
    case peakFlow
    /// The highest of three blows into a meter with the older Wright scale, which reads differently.
    case peakFlowWright
    case heartRate
    case restingHeartRate
    case oxygenSaturation
    case respiratoryRate
    case bodyTemperature
    case systolicPressure
    case diastolicPressure
    case weight
    /// Puffs of an inhaler.
    case inhalerUses
    /// The height above the sea where the person is.
    case altitude
    /// The pressure of the air where the person is.
    case airPressure

    /// The unit in which it is kept, as UCUM writes it.
    package var unit: String {
        switch self {
        case .peakFlow, .peakFlowWright: "L/min"
        case .heartRate, .restingHeartRate, .respiratoryRate: "/min"
        case .oxygenSaturation: "%"
        case .bodyTemperature: "Cel"
        case .systolicPressure, .diastolicPressure: "mm[Hg]"
        case .weight: "kg"
        case .inhalerUses: "{use}"
        case .altitude: "m"
        case .airPressure: "hPa"
        }
    }

    /// The unit as people read it; empty where a number needs none.
    package var sign: String {
        switch self {
        case .bodyTemperature: "°C"
        case .systolicPressure, .diastolicPressure: "mmHg"
        case .inhalerUses: ""
        default: unit
        }
    }

    /// What can be measured at all, in its unit; anything else is a mistake of the device or in typing.
    ///
    /// The bounds are wider than those of living people and of meters, and say nothing about health.
    package var range: ClosedRange<Double> {
        switch self {
        case .peakFlow, .peakFlowWright: 20...1_000
        case .heartRate, .restingHeartRate: 15...300
        case .oxygenSaturation: 30...100
        case .respiratoryRate: 1...120
        case .bodyTemperature: 20...45
        case .systolicPressure: 30...350
        case .diastolicPressure: 10...250
        case .weight: 0.2...700
        case .inhalerUses: 0...200
        case .altitude: -450...20_000
        case .airPressure: 50...1_100
        }
    }

    /// Whether the values of a day add up.
    package var isCounted: Bool { self == .inhalerUses }

    /// Whether a day is compared with the person's own past; where one stands or what one weighs on a day is
    /// no change in how one is.
    package var isCompared: Bool {
        switch self {
        case .peakFlow, .peakFlowWright, .heartRate, .restingHeartRate, .oxygenSaturation, .respiratoryRate,
            .bodyTemperature:
            true
        case .systolicPressure, .diastolicPressure, .weight, .inhalerUses, .altitude, .airPressure: false
        }
    }

    /// The smallest difference that its meters show, in its unit.
    package var resolution: Double {
        switch self {
        case .peakFlow, .peakFlowWright: 10
        case .bodyTemperature, .weight: 0.1
        case .heartRate, .restingHeartRate, .oxygenSaturation, .respiratoryRate, .systolicPressure,
            .diastolicPressure, .inhalerUses, .altitude, .airPressure:
            1
        }
    }
}
