package import Allergens
package import Foundation
import Geography
import Observations
package import People

/// An alert as subscribers, their programs and the public receive it.
package struct AlertMessage: Encodable, Sendable {
    private let alert: Alert
    private let unit: ConcentrationUnit?
    private let headline: String
    private let concern: LedgerEntry.Concern?
    private let showsReporter: Bool
    private let person: PersonMessage?

    private struct Point: Encodable {
        let type = "Point"
        let coordinates: [Double]
    }

    /// Creates the message of an alert.
    ///
    /// - Parameters:
    ///   - alert: The alert.
    ///   - unit: The unit of its value.
    ///   - headline: Its one-line text in the reader's language.
    ///   - concern: Why it concerns the reader; `nil` for the public.
    ///   - person: The person it concerns, unless that is the reader.
    ///   - showsReporter: Whether the reader has an account, and so may see the name of the reporter.
    package init(
        _ alert: Alert, unit: ConcentrationUnit?, headline: String, concern: LedgerEntry.Concern?,
        person: Person? = nil, showsReporter: Bool
    ) {
        self.alert = alert
        self.unit = unit
        self.headline = headline
        self.concern = concern
        self.showsReporter = showsReporter
        self.person = person.map(PersonMessage.init)
    }

    private enum CodingKeys: String, CodingKey {
        case id, kind, message, references, allergens, level, area, sent, expires, ended, headline
        case person, fences, distance, crossReaction
        case station, stationName, value, unit, day, basis, gauge
        case reports, confirmations, reporter, symptoms, comment
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(alert.id.rawValue, forKey: .id)
        try container.encode(alert.kind, forKey: .kind)
        try container.encode(alert.message, forKey: .message)
        try container.encodeIfPresent(alert.reference.map { [$0.id.rawValue] }, forKey: .references)
        try container.encode(alert.allergens, forKey: .allergens)
        try container.encode(alert.level, forKey: .level)
        let place = alert.publicPosition
        try container.encode(Point(coordinates: [place.longitude, place.latitude]), forKey: .area)
        try container.encode(alert.sent, forKey: .sent)
        try container.encode(alert.expires, forKey: .expires)
        try container.encodeIfPresent(alert.ended, forKey: .ended)
        try container.encode(headline, forKey: .headline)
        try encodeConcern(to: &container)
        try encodeFinding(to: &container)
        try encodeTestimony(to: &container)
    }

    private func encodeConcern(to container: inout KeyedEncodingContainer<CodingKeys>) throws {
        guard let concern else { return }
        try container.encodeIfPresent(person, forKey: .person)
        try container.encode(concern.fences, forKey: .fences)
        try container.encodeIfPresent(concern.distance?.rounded(), forKey: .distance)
        try container.encodeIfPresent(concern.crossReaction, forKey: .crossReaction)
    }

    private func encodeFinding(to container: inout KeyedEncodingContainer<CodingKeys>) throws {
        guard let finding = alert.finding else { return }
        try container.encode(finding.station.rawValue, forKey: .station)
        try container.encode(finding.stationName, forKey: .stationName)
        try container.encode(finding.value, forKey: .value)
        try container.encodeIfPresent(unit, forKey: .unit)
        try container.encode(finding.day.description, forKey: .day)
        try container.encode(finding.basis, forKey: .basis)
        try container.encode(finding.gauge, forKey: .gauge)
    }

    private func encodeTestimony(to container: inout KeyedEncodingContainer<CodingKeys>) throws {
        guard let testimony = alert.testimony else { return }
        try container.encode(testimony.reports, forKey: .reports)
        try container.encode(testimony.confirmations, forKey: .confirmations)
        if showsReporter { try container.encodeIfPresent(testimony.reporter, forKey: .reporter) }
        try container.encode(testimony.symptoms, forKey: .symptoms)
        try container.encodeIfPresent(testimony.comment, forKey: .comment)
    }

    /// The encoder of every message: RFC 3339 times, one line, keys in a fixed order.
    package static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}

/// The person whom an alert concerns, as the guardian sees it.
package struct PersonMessage: Encodable, Sendable {
    private let id: String
    private let name: String

    package init(_ person: Person) {
        id = person.id.rawValue
        name = person.name
    }
}
