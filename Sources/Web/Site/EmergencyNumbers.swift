package import Foundation

/// The numbers to call for an ambulance, by country.
package struct EmergencyNumbers: Decodable, Sendable {
    /// A country with its numbers.
    package struct Country: Decodable, Sendable {
        /// Two letters (ISO 3166-1).
        package let country: String
        /// The numbers of the ambulance, the usual one first.
        package let ambulance: [String]
        /// The number for every emergency.
        package let general: String
        /// Its time zones (IANA).
        let zones: [String]

        /// All numbers, the one to call first before the others.
        package var numbers: [String] { ambulance + (ambulance.contains(general) ? [] : [general]) }
    }

    /// The day on which they were checked.
    package let date: String
    /// From where they are.
    package let source: String
    package let countries: [Country]

    /// Works in the European Union, and every mobile phone takes it for an emergency (3GPP TS 22.101,
    /// section 10.1.1).
    private static let usual = "112"

    /// The numbers that are built in.
    package static let builtIn: EmergencyNumbers = {
        let file = EmbeddedFiles["Pages/emergency-numbers.json"]
        guard let numbers = try? JSONDecoder().decode(EmergencyNumbers.self, from: Data(file))
        else { preconditionFailure("the numbers are valid JSON") }
        return numbers
    }()

    /// The numbers where the clocks show the time of a zone, the one to call first before the others.
    package func numbers(in zone: TimeZone) -> [String] {
        countries.first { $0.zones.contains(zone.identifier) }?.numbers ?? [Self.usual]
    }
}
