import Allergens
import Foundation
import HTTP
import Site
import Trips

/// What a trip has to be like, so that mistakes of programs are not kept.
struct TripRules {
    /// Why a trip is not kept.
    enum Reason: String, Encodable, CaseIterable {
        case start, end, mode, distance, carbon, exposures, future, overlap, summed, full
    }

    /// A mistake in a trip, with the pointer to its member from the trip on.
    struct Mistake: Error {
        let reason: Reason
        let pointer: String
        let detail: String

        init(_ reason: Reason, _ pointer: String, _ detail: String) {
            (self.reason, self.pointer, self.detail) = (reason, pointer, detail)
        }
    }

    /// Nobody had a receiver that counts metres before.
    private static let first = Date(timeIntervalSince1970: 946_684_800)
    /// How far a clock may be ahead, in seconds.
    private static let clockSkew = 300.0
    /// Half of the way around the Earth is 20,000 km; no flight is twice as long.
    private static let distances = 0.0...40_100_000
    /// Metres a second: faster than any passenger plane.
    private static let fastest = 400.0
    /// A person has at most as many allergens that stations measure.
    static let mostExposures = 40
    /// Hours times the unit of an allergen.
    private static let exposures = 0.0...1e8
    /// Minutes by which those of an exposure may exceed the trip, because seconds are cut off.
    private static let slack = 1.0
    /// The share by which rounding may exceed the carbon that a factor gives.
    private static let carbonSlack = 1.01

    let taxonomy: Taxonomy
    let factors: CarbonFactors
    let now: Date

    func trip(_ sent: TripDocument.Entry) throws(Mistake) -> KeptTrip {
        guard let start = Date(rfc3339: sent.start)?.wholeSeconds, start >= Self.first else {
            throw Mistake(
                .start, "/start", "start is as in RFC 3339, from 2000 on, such as 2026-04-08T06:12:04Z.")
        }
        guard let end = Date(rfc3339: sent.end)?.wholeSeconds, end > start,
            end.timeIntervalSince(start) <= Double(TripIntake.longest)
        else { throw Mistake(.end, "/end", "end is as in RFC 3339, after start and at most 72 hours later.") }
        guard end <= now.addingTimeInterval(Self.clockSkew)
        else { throw Mistake(.future, "/end", "The trip has not ended yet.") }
        let mode = try mode(sent.mode)
        guard Self.distances.contains(sent.distance),
            sent.distance <= Self.fastest * end.timeIntervalSince(start)
        else {
            throw Mistake(.distance, "/distance", "distance is in metres, at most 40,100 km and 400 m/s.")
        }
        let carbon = try carbon(sent.carbon, over: sent.distance, by: mode)
        let minutes = end.timeIntervalSince(start) / 60
        return KeptTrip(
            start: start, end: end, mode: mode, distance: sent.distance, carbon: carbon,
            exposures: try exposures(sent.exposures ?? [], minutes: minutes))
    }

    func mode(_ name: String) throws(Mistake) -> TravelMode {
        guard let mode = TravelMode(rawValue: name) else {
            let names = TravelMode.allCases.map(\.rawValue).joined(separator: ", ")
            throw Mistake(.mode, "/mode", "mode is one of \(names).")
        }
        return mode
    }

    /// The carbon, if its factor is known and gives as much.
    ///
    /// It may be less, because all in a car share it.
    func carbon(
        _ sent: TripDocument.Carbon?, over distance: Double, by mode: TravelMode
    ) throws(Mistake) -> TripCarbon? {
        guard let sent else { return nil }
        guard let factor = factors.factor(of: sent.country, sent.year, for: mode.rawValue) else {
            throw Mistake(
                .carbon, "/carbon/country", "No factor for this mode is known of the country and the year.")
        }
        guard (0...(distance / 1_000 * factor.gramsPerKilometre * Self.carbonSlack)).contains(sent.grams)
        else {
            throw Mistake(
                .carbon, "/carbon/grams", "grams are at most what the factor gives for the distance.")
        }
        return sent.carbon
    }

    private func exposures(
        _ sent: [TripDocument.Exposure], minutes: Double
    ) throws(Mistake) -> [KeptExposure] {
        guard sent.count <= Self.mostExposures else {
            throw Mistake(.exposures, "/exposures", "A trip has at most \(Self.mostExposures) exposures.")
        }
        var known: Set<String> = []
        var kept: [KeptExposure] = []
        for (index, exposure) in sent.enumerated() {
            let pointer = "/exposures/\(index)"
            guard taxonomy[Allergen.ID(rawValue: exposure.allergen)]?.unit != nil,
                known.insert(exposure.allergen).inserted
            else {
                throw Mistake(
                    .exposures, "\(pointer)/allergen",
                    "allergen is one that stations measure, and each is named once.")
            }
            kept.append(try self.exposure(exposure, minutes: minutes, at: pointer))
        }
        return kept.sorted { $0.allergen.rawValue < $1.allergen.rawValue }
    }

    private func exposure(
        _ sent: TripDocument.Exposure, minutes: Double, at pointer: String
    ) throws(Mistake) -> KeptExposure {
        guard Self.exposures.contains(sent.lowest), Self.exposures.contains(sent.highest),
            sent.lowest <= sent.highest
        else {
            throw Mistake(
                .exposures, "\(pointer)/lowest", "lowest is at most highest, and both are from 0 to 1e8.")
        }
        guard sent.knownMinutes >= 0, sent.unknownMinutes >= 0,
            sent.knownMinutes + sent.unknownMinutes <= minutes + Self.slack
        else {
            throw Mistake(
                .exposures, "\(pointer)/knownMinutes",
                "Known and unknown minutes are at most those of the trip.")
        }
        return KeptExposure(
            of: Allergen.ID(rawValue: sent.allergen), sent.lowest...sent.highest, known: sent.knownMinutes,
            unknown: sent.unknownMinutes)
    }
}

extension Date {
    /// The time without fractions of a second.
    var wholeSeconds: Date { Date(timeIntervalSince1970: timeIntervalSince1970.rounded(.down)) }
}
