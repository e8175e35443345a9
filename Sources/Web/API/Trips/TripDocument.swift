import Foundation
import HTTP
import Trips

/// Trips as pages send them: `POST /v1/me/trips`.
struct TripDocument: StrictDocument {
    static let members: Set = ["trips"]

    /// A trip; every other member, such as a position, refuses the whole document.
    struct Entry: Decodable {
        let start: String
        let end: String
        let mode: String
        let distance: Double
        let carbon: Carbon?
        let exposures: [Exposure]?

        private enum CodingKeys: String, CodingKey, CaseIterable {
            case start, end, mode, distance, carbon, exposures
        }

        init(from decoder: any Decoder) throws {
            try decoder.expect(CodingKeys.allCases.map(\.stringValue))
            let members = try decoder.container(keyedBy: CodingKeys.self)
            start = try members.decode(String.self, forKey: .start)
            end = try members.decode(String.self, forKey: .end)
            mode = try members.decode(String.self, forKey: .mode)
            distance = try members.decode(Double.self, forKey: .distance)
            carbon = try members.decodeIfPresent(Carbon.self, forKey: .carbon)
            exposures = try members.decodeIfPresent([Exposure].self, forKey: .exposures)
        }
    }

    /// The greenhouse gases of a trip, and what names the factor.
    struct Carbon: Codable {
        let grams: Double
        let country: String
        let year: Int

        private enum CodingKeys: String, CodingKey, CaseIterable { case grams, country, year }

        init(_ carbon: TripCarbon) {
            grams = carbon.grams.inHundredths
            (country, year) = (carbon.factor.country, carbon.factor.year)
        }

        init(from decoder: any Decoder) throws {
            try decoder.expect(CodingKeys.allCases.map(\.stringValue))
            let members = try decoder.container(keyedBy: CodingKeys.self)
            grams = try members.decode(Double.self, forKey: .grams)
            country = try members.decode(String.self, forKey: .country)
            year = try members.decode(Int.self, forKey: .year)
        }

        var carbon: TripCarbon {
            TripCarbon(grams: grams, factor: TripCarbon.Factor(country: country, year: year))
        }
    }

    /// The exposure to an allergen.
    struct Exposure: Decodable {
        let allergen: String
        let lowest: Double
        let highest: Double
        let knownMinutes: Double
        let unknownMinutes: Double

        private enum CodingKeys: String, CodingKey, CaseIterable {
            case allergen, lowest, highest, knownMinutes, unknownMinutes
        }

        init(from decoder: any Decoder) throws {
            try decoder.expect(CodingKeys.allCases.map(\.stringValue))
            let members = try decoder.container(keyedBy: CodingKeys.self)
            allergen = try members.decode(String.self, forKey: .allergen)
            lowest = try members.decode(Double.self, forKey: .lowest)
            highest = try members.decode(Double.self, forKey: .highest)
            knownMinutes = try members.decode(Double.self, forKey: .knownMinutes)
            unknownMinutes = try members.decode(Double.self, forKey: .unknownMinutes)
        }
    }

    let trips: [Entry]
}

/// The change of a trip: `PATCH /v1/me/trips/{start}`.
struct TripChangeDocument: StrictDocument {
    static let members: Set = ["mode", "carbon"]

    let mode: String
    let carbon: TripDocument.Carbon?
}

private struct AnyMember: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

extension Decoder {
    /// Refuses every other member.
    fileprivate func expect(_ names: [String]) throws {
        let unknown = try container(keyedBy: AnyMember.self).allKeys.map(\.stringValue)
            .filter { !names.contains($0) }.sorted()
        guard !unknown.isEmpty else { return }
        let path = codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
        throw Problem(
            .invalidJSON,
            errors: unknown.prefix(20).map { name in
                let name = name.prefix(60).replacing("~", with: "~0").replacing("/", with: "~1")
                return Problem.Detail(
                    pointer: "/" + (path + [String(name)]).joined(separator: "/"),
                    detail: "There is no such member.")
            })
    }
}
