import Allergens
import Foundation
import Observations

/// The grammar of a feed, by format.
enum FeedGrammar: Sendable {
    /// Rows of readings, read as they arrive.
    case rows(FeedFormat)
    /// A JSON document, read as a whole.
    case document(JSONFormat)
    /// A table of stations without readings, read as a whole.
    case stations(StationTableFormat)
}

/// The name of a format in a definition; `csv` if missing.
private enum FormatName: String, CaseIterable {
    case csv, json, stations

    /// The definition members of this format, in addition to those of every feed.
    var members: [FeedDocument.Member] {
        switch self {
        case .csv:
            [
                .encoding, .separators, .columns, .forms, .allergens, .ignored, .fixed, .missing,
                .linesAbove, .year, .numbers, .stationNames, .weather, .degrees, .timeZone,
            ]
        case .json: [.timeZone, .regions, .stations, .readings, .weather, .allergens, .ignored]
        case .stations: [.encoding, .separators, .columns, .ignored, .timeZone, .prefix]
        }
    }

    /// The members that belong to a particular format.
    static let formMembers = Set(allCases.flatMap(\.members))
}

extension FeedGrammar {
    init(_ members: KeyedDecodingContainer<FeedDocument.Member>, of decoder: any Decoder) throws {
        let name = try FormatName.choice(
            members.decodeIfPresent(String.self, forKey: .format) ?? "csv", from: decoder, at: "format")
        let foreign = members.allKeys.first { member in
            FormatName.formMembers.contains(member) && !name.members.contains(member)
        }
        if let foreign {
            let allowed = name.members.map(\.rawValue).joined(separator: ", ")
            throw decoder.mistake(
                at: foreign.rawValue, "is not for the format \(name.rawValue), which has \(allowed)")
        }
        switch name {
        case .csv: self = .rows(try FeedFormat(members, of: decoder))
        case .json: self = .document(try JSONFormat(members, of: decoder))
        case .stations: self = .stations(try StationTableFormat(members, of: decoder))
        }
    }

    /// Reads the time zone of a definition; UTC if missing.
    static func timeZone(
        _ members: KeyedDecodingContainer<FeedDocument.Member>, of decoder: any Decoder
    ) throws -> TimeZone {
        let name = try members.decodeIfPresent(String.self, forKey: .timeZone) ?? "UTC"
        guard let zone = TimeZone(identifier: name) else {
            throw decoder.mistake(at: "timeZone", "“\(name)” is no time zone, such as Europe/Zurich")
        }
        return zone
    }
}

extension JSONFormat {
    fileprivate init(
        _ members: KeyedDecodingContainer<FeedDocument.Member>, of decoder: any Decoder
    ) throws {
        var gathering = MistakeGathering()
        let zone = try gathering.take { try FeedGrammar.timeZone(members, of: decoder) }
        let subjects = try gathering.take {
            try members.decodeIfPresent(SubjectTable.self, forKey: .allergens)?.subjects ?? [:]
        }
        let ignored = try gathering.take {
            try members.decodeIfPresent([String: String].self, forKey: .ignored) ?? [:]
        }
        let stations = try gathering.take {
            try members.decodeIfPresent(StationRule.self, forKey: .stations)
        }
        let readings = try gathering.take { try ValueRules<ValueRule>.read(members, .readings) }
        let weather = try gathering.take { try ValueRules<WeatherRule>.read(members, .weather) }
        try gathering.check()
        guard let zone, let subjects, let ignored, let stations, let readings, let weather else {
            preconditionFailure("what is not there was noted as a mistake")
        }
        guard stations != nil || !readings.isEmpty || !weather.isEmpty else {
            throw decoder.mistake("stations, readings or weather are needed")
        }
        let speaksOfRegions = readings.contains { rule in
            if case .region = rule.place { true } else { false }
        }
        guard !speaksOfRegions || members.contains(.regions) else {
            throw decoder.mistake(
                at: "regions", "the list of the regions that the readings speak of is needed")
        }
        self.init(
            stations: stations, readings: readings, weather: weather, timeZone: zone, subjects: subjects,
            ignored: Set(ignored.keys))
    }
}

/// The rules of a definition, each decoded separately.
private enum ValueRules<Rule: Decodable> {
    static func read(
        _ members: KeyedDecodingContainer<FeedDocument.Member>, _ member: FeedDocument.Member
    ) throws -> [Rule] {
        guard members.contains(member) else { return [] }
        var list = try members.nestedUnkeyedContainer(forKey: member)
        var gathering = MistakeGathering()
        var rules: [Rule] = []
        while !list.isAtEnd {
            // `superDecoder()` advances the list whether or not the rule is valid.
            let part = try list.superDecoder()
            if let rule = try gathering.take({ try Rule(from: part) }) { rules.append(rule) }
        }
        try gathering.check()
        return rules
    }
}

/// The meanings of the allergen names in a JSON feed.
private struct SubjectTable: Decodable {
    let subjects: [String: AirSubject]

    init(from decoder: any Decoder) throws {
        guard let taxonomy = decoder.userInfo[.taxonomy] as? Taxonomy else {
            preconditionFailure("a feed definition is read with a taxonomy")
        }
        let members = try decoder.container(keyedBy: MemberName.self)
        var gathering = MistakeGathering()
        var subjects: [String: AirSubject] = [:]
        for name in members.allKeys {
            let key = try gathering.take { try members.decode(String.self, forKey: name) }
            guard let key else { continue }
            if let subject = AirSubject(key, in: taxonomy) {
                subjects[name.stringValue] = subject
            } else {
                gathering.note(
                    decoder.mistake(
                        at: name.stringValue,
                        "“\(key)” is not measured by stations; allowed are \(AirSubject.keys(in: taxonomy))"))
            }
        }
        try gathering.check()
        self.subjects = subjects
    }
}

extension AirSubject {
    /// The prefix of a family's key.
    private static let familyMark = "family:"

    /// Parses the key of an allergen, or that of a family after `family:`.
    fileprivate init?(_ key: String, in taxonomy: Taxonomy) {
        if key.hasPrefix(Self.familyMark) {
            guard let group = Allergen.Group(rawValue: String(key.dropFirst(Self.familyMark.count))) else {
                return nil
            }
            self = .group(group)
        } else {
            guard let allergen = taxonomy[Allergen.ID(rawValue: key)], allergen.unit != nil else {
                return nil
            }
            self = .allergen(allergen.id)
        }
    }

    fileprivate static func keys(in taxonomy: Taxonomy) -> String {
        (taxonomy.allergens.filter { $0.unit != nil }.map(\.id.rawValue)
            + Allergen.Group.allCases.map { familyMark + $0.rawValue }).joined(separator: ", ")
    }
}
