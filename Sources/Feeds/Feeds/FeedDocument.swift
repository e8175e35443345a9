import Allergens
import Foundation

/// A feed definition as written, checked as far as one file allows.
struct FeedDocument: Decodable {
    let title: String
    let source: String
    let licence: String
    let attribution: String?
    let notes: [String]
    /// What only the author of the definition can answer.
    let questions: [String]
    let network: String?
    /// The name of the feed's region list.
    let regions: String?
    let grammar: FeedGrammar
    let grid: GridRule?
    let pull: PullDefinition?

    enum Member: String, CodingKey, CaseIterable {
        case title, source, licence, attribution, notes, format, encoding, separators, network
        case columns, forms, allergens, ignored, fixed, missing
        case linesAbove, year, numbers, stationNames, questions
        case timeZone, regions, prefix, stations, readings, grid, weather, degrees, pull
    }

    init(from decoder: any Decoder) throws {
        var gathering = MistakeGathering()
        let members = try decoder.gatheredMembers(Member.self, into: &gathering)
        let title = try gathering.take { try members.decode(String.self, forKey: .title) }
        let source = try gathering.take { try members.decode(String.self, forKey: .source) }
        let licence = try gathering.take { try members.decode(String.self, forKey: .licence) }
        let attribution = try gathering.take {
            try members.decodeIfPresent(String.self, forKey: .attribution)
        }
        let notes = try gathering.take { try members.decodeIfPresent([String].self, forKey: .notes) ?? [] }
        let questions = try gathering.take {
            try members.decodeIfPresent([String].self, forKey: .questions) ?? []
        }
        let network = try gathering.take { try members.decodeIfPresent(String.self, forKey: .network) }
        let regions = try gathering.take { try members.decodeIfPresent(String.self, forKey: .regions) }
        let grammar = try gathering.take { try FeedGrammar(members, of: decoder) }
        let grid = try gathering.take { try members.decodeIfPresent(GridRule.self, forKey: .grid) }
        let pull = try gathering.take {
            try members.decodeIfPresent(PullDefinition.self, forKey: .pull)
        }
        try gathering.check()
        guard let title, let source, let licence, let attribution, let notes, let questions, let network,
            let regions, let grammar, let grid, let pull
        else { preconditionFailure("what is not there was noted as a mistake") }
        self.title = title
        self.source = source
        self.licence = licence
        self.attribution = attribution
        self.notes = notes
        self.questions = questions
        self.network = network
        self.regions = regions
        self.grammar = grammar
        self.grid = grid
        self.pull = pull
    }
}

extension FeedFormat {
    init(_ members: KeyedDecodingContainer<FeedDocument.Member>, of decoder: any Decoder) throws {
        let encodingName = try members.decode(String.self, forKey: .encoding)
        let forms = try members.decodeIfPresent([String].self, forKey: .forms)?
            .map { try StampForm.choice($0, from: decoder, at: "forms") }
        self.init(
            encoding: try TextEncoding.choice(encodingName, from: decoder, at: "encoding"),
            separators: try Self.separators(members.decode([String].self, forKey: .separators), decoder),
            columns: try members.decode(ColumnTable.self, forKey: .columns).names,
            fixed: try members.decodeIfPresent([String: String].self, forKey: .fixed) ?? [:],
            allergens: try members.decodeIfPresent(AllergenTable.self, forKey: .allergens)?.allergens ?? [:],
            ignored: Set(
                try members.decodeIfPresent([String: String].self, forKey: .ignored)?.keys.map(\.self) ?? []),
            missing: try members.decodeIfPresent([String].self, forKey: .missing)?.map { Array($0.utf8) }
                ?? [],
            dayForms: forms ?? [.day], timeForms: forms ?? [.internet],
            linesAbove: try Self.linesAbove(members, of: decoder), year: try Self.year(members, of: decoder),
            numbers: try NumberForm.choice(
                members.decodeIfPresent(String.self, forKey: .numbers) ?? NumberForm.point.rawValue,
                from: decoder, at: "numbers"),
            stationNames: try Self.stationNames(members, of: decoder),
            weather: try members.decodeIfPresent(WeatherTable.self, forKey: .weather)?.columns ?? [:],
            degrees: try Self.degrees(members, of: decoder),
            timeZone: try FeedGrammar.timeZone(members, of: decoder))
        try checkYear(decoder)
        try weather.isEmpty ? checkRoles(decoder) : checkWeatherRoles(decoder)
        try checkThatNoColumnIsNamedTwice(decoder)
    }

    static func separators(_ texts: [String], _ decoder: any Decoder) throws -> [UInt8] {
        let separators = texts.compactMap { text in
            text.utf8.count == 1 ? text.utf8.first.flatMap { allowedSeparators.contains($0) ? $0 : nil } : nil
        }
        guard !separators.isEmpty, separators.count == texts.count else {
            throw decoder.mistake(at: "separators", "must be a list of some of comma, semicolon, tab and |")
        }
        return separators
    }

    private static var allowedSeparators: [UInt8] { Array(",;\t|".utf8) }

    private func checkRoles(_ decoder: any Decoder) throws {
        let needed: [ColumnRole] = isWide ? [] : [.allergen, .value]
        for role in needed where columns[role] == nil {
            throw decoder.mistake(at: "columns", "the column of \(role.rawValue) is needed")
        }
        guard columns[.day] != nil || columns[.time] != nil else {
            throw decoder.mistake(at: "columns", "the column of day or time is needed")
        }
        let excess: [ColumnRole] =
            ColumnRole.grid + (isWide ? [.allergen, .value, .unit, .forecast] + ColumnRole.extras : [])
        for role in excess where columns[role] != nil {
            let use =
                ColumnRole.grid.contains(role)
                ? "feeds of weather on a grid"
                : "feeds with one row a value; this one has a column for each allergen"
            throw decoder.mistake(at: "columns", "\(role.rawValue) is for \(use)")
        }
    }

    private func checkThatNoColumnIsNamedTwice(_ decoder: any Decoder) throws {
        var seen: Set<String> = []
        let names =
            columns.values.flatMap(\.self) + fixed.keys + (isWide ? Array(allergens.keys) : []) + ignored
            + weather.keys
        for name in names where !seen.insert(name.lowercased()).inserted {
            throw decoder.mistake("the column \(name.lowercased()) has two meanings")
        }
    }
}

/// The names of the columns for each role.
private struct ColumnTable: Decodable {
    let names: [ColumnRole: [String]]

    init(from decoder: any Decoder) throws {
        let members = try decoder.members(ColumnRole.self)
        var names: [ColumnRole: [String]] = [:]
        for role in members.allKeys {
            let spellings = try members.decode([String].self, forKey: role)
            guard !spellings.isEmpty else {
                throw decoder.mistake(at: role.rawValue, "at least one name is needed")
            }
            names[role] = spellings
        }
        self.names = names
    }
}

/// The allergens of a wide feed's columns.
private struct AllergenTable: Decodable {
    let allergens: [String: Allergen]

    init(from decoder: any Decoder) throws {
        guard let taxonomy = decoder.userInfo[.taxonomy] as? Taxonomy else {
            preconditionFailure("a feed definition is read with a taxonomy")
        }
        let members = try decoder.container(keyedBy: MemberName.self)
        var allergens: [String: Allergen] = [:]
        for column in members.allKeys {
            let key = try members.decode(String.self, forKey: column)
            guard let allergen = taxonomy[Allergen.ID(rawValue: key)], allergen.unit != nil else {
                let measured = taxonomy.allergens.filter { $0.unit != nil }.map(\.id.rawValue)
                throw decoder.mistake(
                    at: column.stringValue,
                    "“\(key)” is not measured by stations; allowed are \(measured.joined(separator: ", "))")
            }
            allergens[column.stringValue] = allergen
        }
        guard !allergens.isEmpty else { throw decoder.mistake("at least one column is needed") }
        self.allergens = allergens
    }
}
