import Allergens
import Foundation
import HealthMetrics

/// What was measured of a person on a day, as observations of FHIR R4.
///
/// A value stands at its moment. Of several values the mean stands at the day, with the lowest, the highest and their
/// count as components, under the codes that the operation `$stats` of FHIR answers with; of blows into a peak flow
/// meter the best stands, and puffs are added.
struct FHIRMetrics {
    private let day: MetricDay
    private let subject: FHIRReference
    /// The address below which our own codes are named.
    private let home: String
    private let zone: TimeZone

    init(_ day: MetricDay, of subject: FHIRReference, home: String, in zone: TimeZone) {
        (self.day, self.subject, self.home, self.zone) = (day, subject, home, zone)
    }

    var observations: [FHIRObservation] {
        let single = MetricKind.allCases.filter { !$0.isPressure }.compactMap(observation)
        return single + [pressure].compactMap(\.self)
    }

    private func observation(_ kind: MetricKind) -> FHIRObservation? {
        guard let figures = day.figures(of: kind) else { return nil }
        var observation = observation(kind.rawValue, kind.concept(home), kind.category(home), figures)
        observation.valueQuantity = kind.quantity(figures.figure(of: kind))
        observation.method = kind.meter.map { FHIRConcept(text: "Peak flow meter, scale \($0)") }
        if figures.count > 1, !kind.isCounted { observation.component = statistics(kind, figures) }
        return observation
    }

    private func observation(
        _ name: String, _ code: FHIRConcept, _ category: FHIRConcept, _ figures: MetricFigures
    ) -> FHIRObservation {
        let isMoment = figures.count == 1 && !figures.isSummary
        return FHIRObservation(
            id: FHIRSummary.identifier(home, "metric", name, day.day.description), category: [category],
            code: code, subject: subject,
            effectiveDateTime: isMoment
                ? figures.lastTime.formatted(.iso8601.local(to: zone)) : day.day.description)
    }

    private func statistics(_ kind: MetricKind, _ figures: MetricFigures) -> [FHIRComponent] {
        let counted = FHIRQuantity(value: Double(figures.count), unit: "values", code: "{count}")
        let all: [(code: String, text: String, quantity: FHIRQuantity)] = [
            ("average", "Mean", kind.quantity(figures.mean)),
            ("minimum", "Lowest", kind.quantity(figures.low)),
            ("maximum", "Highest", kind.quantity(figures.high)), ("count", "Count", counted),
        ]
        return all.map { code, text, quantity in
            let coding = FHIRCoding(
                system: "http://terminology.hl7.org/CodeSystem/observation-statistics", code: code)
            return FHIRComponent(
                code: FHIRConcept(coding: [coding], text: text), valueQuantity: quantity)
        }
    }

    /// Both values of the blood pressure in one observation, as its profile asks for.
    private var pressure: FHIRObservation? {
        let kinds = [MetricKind.systolicPressure, .diastolicPressure]
        let figures = kinds.map(day.figures(of:))
        guard let first = figures.compactMap(\.self).first else { return nil }
        let code = FHIRConcept(
            coding: [.loinc("85354-9"), FHIRCoding(system: "\(home)/CodeSystem/metric", code: "pressure")],
            text: "Blood pressure")
        var observation = observation("pressure", code, .vitalSigns, first)
        observation.component = zip(kinds, figures).map { kind, figures in
            let unknown = FHIRCoding(
                system: "http://terminology.hl7.org/CodeSystem/data-absent-reason", code: "unknown")
            return FHIRComponent(
                code: kind.concept(home), valueQuantity: figures.map { kind.quantity($0.mean) },
                dataAbsentReason: figures == nil ? FHIRConcept(coding: [unknown], text: "Unknown") : nil)
        }
        let spans = zip(kinds, figures).compactMap { kind, figures in
            figures.flatMap { $0.count > 1 ? kind.span($0) : nil }
        }
        if !spans.isEmpty { observation.note = spans.map { FHIRNote(text: $0) } }
        return observation
    }
}

extension MetricKind {
    fileprivate var isPressure: Bool { self == .systolicPressure || self == .diastolicPressure }

    /// The scale of the meter, where several are in use.
    fileprivate var meter: String? {
        switch self {
        case .peakFlow: "EN 13826"
        case .peakFlowWright: "Wright"
        default: nil
        }
    }

    /// Its codes in LOINC; none for what LOINC does not have, or not as it is measured here.
    private var loinc: [String] {
        switch self {
        case .peakFlow, .peakFlowWright: ["19935-6"]
        case .heartRate: ["8867-4"]
        case .restingHeartRate: ["40443-4"]
        // Both are asked for by profiles of vital signs that are in use.
        case .oxygenSaturation: ["2708-6", "59408-5"]
        case .respiratoryRate: ["9279-1"]
        case .bodyTemperature: ["8310-5"]
        case .systolicPressure: ["8480-6"]
        case .diastolicPressure: ["8462-4"]
        case .weight: ["29463-7"]
        case .inhalerUses, .altitude, .airPressure: []
        }
    }

    fileprivate func concept(_ home: String) -> FHIRConcept {
        let own = FHIRCoding(system: "\(home)/CodeSystem/metric", code: rawValue)
        return FHIRConcept(coding: loinc.map(FHIRCoding.loinc) + [own], text: rawValue.words)
    }

    fileprivate func category(_ home: String) -> FHIRConcept {
        switch self {
        case .altitude, .airPressure: .exposure(home)
        case .inhalerUses: .category("therapy", "Therapy")
        default: .vitalSigns
        }
    }

    fileprivate func quantity(_ value: Double) -> FHIRQuantity {
        FHIRQuantity(value: value.thousandths, unit: sign.isEmpty ? "uses" : sign, code: unit)
    }

    fileprivate func span(_ figures: MetricFigures) -> String {
        "\(rawValue.words): mean of \(figures.count) values, "
            + "from \(figures.low.thousandths) to \(figures.high.thousandths) \(sign)"
    }
}

extension Date.ISO8601FormatStyle {
    /// The style with the offset of a zone, by which the day is the one of its people.
    func local(to zone: TimeZone) -> Date.ISO8601FormatStyle {
        var style = timeZoneSeparator(.colon)
        style.timeZone = zone
        return style
    }
}

extension FHIRCoding {
    fileprivate static func loinc(_ code: String) -> FHIRCoding {
        FHIRCoding(system: "http://loinc.org", code: code)
    }
}

extension FHIRConcept {
    fileprivate static let vitalSigns = category("vital-signs", "Vital Signs")
}
