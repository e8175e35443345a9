import Allergens
import Foundation
import Observations

extension FeedFormat {
    /// The most lines above a header, so that a file without one is refused early.
    private static let mostLinesAbove = 50

    static func linesAbove(
        _ members: KeyedDecodingContainer<FeedDocument.Member>, of decoder: any Decoder
    ) throws -> Int {
        let count = try members.decodeIfPresent(Int.self, forKey: .linesAbove) ?? 0
        guard (0...mostLinesAbove).contains(count) else {
            throw decoder.mistake(at: "linesAbove", "\(count) must be 0 to \(mostLinesAbove)")
        }
        return count
    }

    static func year(
        _ members: KeyedDecodingContainer<FeedDocument.Member>, of decoder: any Decoder
    ) throws -> Int? {
        guard let year = try members.decodeIfPresent(Int.self, forKey: .year) else { return nil }
        guard (1870...2199).contains(year) else {
            throw decoder.mistake(at: "year", "\(year) must be 1870 to 2199")
        }
        return year
    }

    static func stationNames(
        _ members: KeyedDecodingContainer<FeedDocument.Member>, of decoder: any Decoder
    ) throws -> [String: Station.ID] {
        let names = try members.decodeIfPresent([String: String].self, forKey: .stationNames) ?? [:]
        var stations: [String: Station.ID] = [:]
        for (name, text) in names {
            guard let id = Station.ID(rawValue: text) else {
                throw decoder.mistake(
                    at: "stationNames", "\(name): “\(text)” must be 1 to 40 of a–z, 0–9, - and _")
            }
            stations[name.lowercased()] = id
        }
        return stations
    }

    /// Checks that days without a year and the member `year` come together.
    func checkYear(_ decoder: any Decoder) throws {
        let isNeeded = dayForms.contains(.dayAndMonth)
        guard isNeeded != (year != nil) else { return }
        throw decoder.mistake(
            at: "year",
            isNeeded
                ? "the year is needed, because “\(StampForm.dayAndMonth.rawValue)” has none"
                : "only the form “\(StampForm.dayAndMonth.rawValue)” needs a year")
    }
}
