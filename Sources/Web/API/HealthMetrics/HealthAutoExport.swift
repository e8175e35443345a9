import HealthMetrics

/// The document that the app Health Auto Export sends (its REST API, version 2): a list of points for each metric.
///
/// Members that we do not read may be anything.
struct HealthAutoExport: Decodable {
    struct Content: Decodable {
        let metrics: [Series]
        let symptoms: [Anything]?
        let medications: [Anything]?
        let workouts: [Anything]?

        private enum CodingKeys: CodingKey { case metrics, symptoms, medications, workouts }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            metrics = try container.decodeIfPresent([Series].self, forKey: .metrics) ?? []
            symptoms = try container.decodeIfPresent([Anything].self, forKey: .symptoms)
            medications = try container.decodeIfPresent([Anything].self, forKey: .medications)
            workouts = try container.decodeIfPresent([Anything].self, forKey: .workouts)
        }
    }

    struct Series: Decodable {
        let name: String
        let units: String?
        let data: [Point]
    }

    struct Point: Decodable {
        let date: String
        let source: String?
        private let qty: Double?
        private let lowest: Double?
        private let mean: Double?
        private let highest: Double?
        private let systolic: Double?
        private let diastolic: Double?

        private enum CodingKeys: String, CodingKey {
            case date, source, qty, systolic, diastolic
            case lowest = "Min"
            case mean = "Avg"
            case highest = "Max"
        }

        /// The lowest and the highest value of a span of time.
        var low: Double? { lowest }
        var high: Double? { highest }

        func number(_ member: Member) -> Double? {
            switch member {
            case .quantity: qty ?? mean
            case .systolic: systolic
            case .diastolic: diastolic
            }
        }
    }

    /// Where in a point a value is.
    enum Member {
        case quantity, systolic, diastolic
    }

    /// What is there but not read.
    struct Anything: Decodable {
        init(from decoder: any Decoder) {}
    }

    /// Tells whether a document is of this form.
    struct Probe: Decodable {
        let data: Anything?
    }

    let data: Content

    /// The kinds in the metrics that are kept.
    static let kinds: [String: [(MetricKind, Member)]] = [
        "heart_rate": [(.heartRate, .quantity)],
        "resting_heart_rate": [(.restingHeartRate, .quantity)],
        "blood_oxygen_saturation": [(.oxygenSaturation, .quantity)],
        "oxygen_saturation": [(.oxygenSaturation, .quantity)],
        "respiratory_rate": [(.respiratoryRate, .quantity)],
        "body_temperature": [(.bodyTemperature, .quantity)],
        "blood_pressure": [(.systolicPressure, .systolic), (.diastolicPressure, .diastolic)],
        "weight_body_mass": [(.weight, .quantity)],
        "body_mass": [(.weight, .quantity)],
        "peak_expiratory_flow_rate": [(.peakFlow, .quantity)],
        "inhaler_usage": [(.inhalerUses, .quantity)],
    ]
}
