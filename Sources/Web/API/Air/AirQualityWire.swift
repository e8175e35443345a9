import Allergens
import Foundation
import Localisation
import Observations
import Site

/// The air quality at a place by one index.
///
/// `index` is absent if nothing could be rated, if pollutants are missing that the index needs, which
/// `incomplete` says, and if the value is off the index's scale; then `beyond` is the limit it exceeds.
/// `absent` gives, for each pollutant without a value, the reason.
struct AirQualityWire: Encodable {
    struct Part: Encodable {
        let pollutant: Pollutant
        /// The period of the mean, as an ISO 8601 duration.
        let period: AveragingPeriod
        let index: Int?
        let beyond: Int?
        /// The origin of the concentration.
        let basis: Basis?
        /// The end of the mean's last hour, and the station; absent for the mean of a day.
        let ending: Date?
        let station: Station.ID?
    }

    struct Gap: Encodable {
        let pollutant: Pollutant
        let reason: String
        /// The permanent name of the reason.
        let kind: String
    }

    /// The key of the index in `GET /v1/scales`.
    let scale: String
    let title: String
    let index: Int?
    let beyond: Int?
    let incomplete: Bool?
    let category: String?
    let categoryName: String?
    let colour: String?
    /// More than one if several share the highest value.
    let mainPollutants: [Pollutant]
    let advice: String?
    /// What the advice rests on.
    let adviceSources: [CitedSource]?
    let pollutants: [Part]
    let absent: [Gap]

    private init(_ rating: AirQualityRating, _ origins: Origins, in words: MessageCatalogue) {
        scale = rating.index.id
        title = rating.index.title
        index = rating.score?.value
        beyond = rating.score?.exceeded
        incomplete = rating.isIncomplete ? true : nil
        category = rating.airClass?.category.rawValue
        categoryName = rating.airClass.map { words.name(of: $0.category) }
        colour = rating.airClass?.colour
        mainPollutants = rating.mainPollutants
        advice = rating.airClass.map { words.advice($0.advice) }
        adviceSources = rating.airClass.map { $0.advice.sources }
        pollutants = rating.parts.map(origins.part)
        absent = rating.gaps.map {
            Gap(pollutant: $0.pollutant, reason: $0.absence.reason, kind: $0.absence.key)
        }
    }

    /// The air quality by every index, if any pollutant is known there.
    static func list(
        _ values: [AirValue], hours: [PollutantHours], on day: CivilDate, in words: MessageCatalogue
    ) -> [AirQualityWire] {
        let origins = Origins(values, hours)
        return AirQualityRating.ratings(of: values, hours: hours, on: day).map {
            AirQualityWire($0, origins, in: words)
        }
    }
}

/// Where the concentrations of a rating come from.
private struct Origins {
    private let basis: [Pollutant: Basis]
    private let hours: [Pollutant: PollutantHours]

    init(_ values: [AirValue], _ hours: [PollutantHours]) {
        let known = values.compactMap { air in
            Pollutant(rawValue: air.allergen.id.rawValue).map { ($0, air.today.basis) }
        }
        basis = Dictionary(known) { $1 }
        self.hours = Dictionary(hours.map { ($0.pollutant, $0) }) { first, _ in first }
    }

    func part(_ part: AirQualityRating.Part) -> AirQualityWire.Part {
        let hours = part.period == .day ? nil : hours[part.pollutant]
        return AirQualityWire.Part(
            pollutant: part.pollutant, period: part.period, index: part.score.value,
            beyond: part.score.exceeded, basis: hours == nil ? basis[part.pollutant] : .measured,
            ending: hours?.latest, station: hours?.station)
    }
}

extension AirQualityScore {
    fileprivate var value: Int? {
        if case .value(let value) = self { value } else { nil }
    }

    fileprivate var exceeded: Int? {
        if case .beyond(let end) = self { end } else { nil }
    }
}

/// An air quality index as a scale: its classes, and the breakpoints of each pollutant.
struct AirQualityIndexWire: Encodable {
    struct Class: Encodable {
        let category: String
        let categoryName: String
        let first: Int
        let last: Int
        let colour: String
    }

    struct Table: Encodable {
        let pollutant: Pollutant
        let period: AveragingPeriod
        let unit: PollutantUnit
        let begin: Double
        let ends: [Double]
    }

    let id: String
    let title: String
    let source: String
    let classes: [Class]
    let tables: [Table]

    init(_ index: AirQualityIndex, in words: MessageCatalogue) {
        id = index.id
        title = index.title
        source = index.source
        classes = index.classes.map {
            Class(
                category: $0.category.rawValue, categoryName: words.name(of: $0.category), first: $0.first,
                last: $0.last, colour: $0.colour)
        }
        tables = index.tables.map {
            Table(
                pollutant: $0.pollutant, period: $0.period, unit: $0.unit, begin: $0.begin, ends: $0.ends)
        }
    }
}
