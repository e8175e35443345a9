import Observations

/// The units in which an answer states the weather.
enum UnitSystem: String, CaseIterable {
    case metric, imperial

    /// The unit of a parameter, as weather reports for the public have it.
    func unit(of parameter: WeatherParameter) -> WeatherUnit {
        switch (self, parameter.unit) {
        case (.imperial, .celsius): .fahrenheit
        case (.imperial, .metresPerSecond): .milesPerHour
        case (.imperial, .millimetres): .inches
        case (.metric, .metresPerSecond): .kilometresPerHour
        case (_, let unit): unit
        }
    }

    /// Converts a value, rounded to a tenth, or to a hundredth of an inch.
    func value(of value: Double, _ parameter: WeatherParameter) -> Double {
        let unit = unit(of: parameter)
        guard let converted = parameter.unit.convert(value, to: unit) else {
            preconditionFailure("both units are of \(parameter.rawValue)")
        }
        let steps = unit == .inches ? 100.0 : 10
        return (converted * steps).rounded() / steps + 0.0
    }
}
