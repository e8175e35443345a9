/// A unit in which the weather is stated.
package enum WeatherUnit: String, CaseIterable, Sendable {
    case celsius = "°C"
    case fahrenheit = "°F"
    case kelvin = "K"
    case percent = "%"
    /// A share of the whole, 0…1.
    case share = "1"
    /// Eighths of the sky.
    case oktas = "okta"
    case millimetres = "mm"
    case inches = "in"
    case metresPerSecond = "m/s"
    case kilometresPerHour = "km/h"
    case milesPerHour = "mph"
    case knots = "kn"
    case hectopascals = "hPa"
    case pascals = "Pa"
    case hours = "h"
    case minutes = "min"
    case seconds = "s"
    /// A number of the WMO's table of weather.
    case code = "wmo code"

    /// Parses a unit as sources spell it, such as `celsius`, `mp/h` or `kt`.
    package init?(spelling: String) {
        if let unit = WeatherUnit(rawValue: spelling) {
            self = unit
            return
        }
        switch spelling.lowercased() {
        case "celsius", "degc", "c": self = .celsius
        case "fahrenheit", "degf", "f": self = .fahrenheit
        case "percent": self = .percent
        case "inch", "inches": self = .inches
        case "ms", "m s-1": self = .metresPerSecond
        case "kmh": self = .kilometresPerHour
        case "mp/h": self = .milesPerHour
        case "kt", "knots": self = .knots
        case "mbar": self = .hectopascals
        default: return nil
        }
    }

    /// Converts a value to another unit of the same quantity, or returns `nil` if it is of another quantity.
    package func convert(_ value: Double, to other: WeatherUnit) -> Double? {
        guard self != other else { return value }
        let (own, wanted) = (form, other.form)
        guard own.base == wanted.base else { return nil }
        return (value * own.factor + own.offset - wanted.offset) / wanted.factor
    }

    /// The conversion to the base unit of the quantity: `value * factor + offset`.
    private var form: (base: WeatherUnit, factor: Double, offset: Double) {
        switch self {
        case .celsius: (.celsius, 1, 0)
        case .fahrenheit: (.celsius, 5 / 9, -160 / 9)
        case .kelvin: (.celsius, 1, -273.15)
        case .percent: (.percent, 1, 0)
        case .share: (.percent, 100, 0)
        case .oktas: (.percent, 12.5, 0)
        case .millimetres: (.millimetres, 1, 0)
        case .inches: (.millimetres, 25.4, 0)
        case .metresPerSecond: (.metresPerSecond, 1, 0)
        case .kilometresPerHour: (.metresPerSecond, 1 / 3.6, 0)
        case .milesPerHour: (.metresPerSecond, 0.447_04, 0)
        case .knots: (.metresPerSecond, 1_852 / 3_600, 0)
        case .hectopascals: (.hectopascals, 1, 0)
        case .pascals: (.hectopascals, 0.01, 0)
        case .minutes: (.minutes, 1, 0)
        case .seconds: (.minutes, 1 / 60, 0)
        case .hours: (.minutes, 60, 0)
        case .code: (.code, 1, 0)
        }
    }
}
