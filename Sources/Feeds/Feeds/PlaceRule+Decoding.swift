import Foundation

extension PlaceRule: Decodable {
    private enum Member: String, CodingKey, CaseIterable {
        case station, prefix, region, longitude, latitude, degrees, asked
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.members(Member.self)
        let given = Set(members.allKeys)
        switch given {
        case [.station], [.station, .prefix]:
            self = .station(
                try members.decode(NodeSource.self, forKey: .station),
                prefix: try members.decodeIfPresent(String.self, forKey: .prefix) ?? "")
        case [.region]: self = .region(try Self.regions(members, of: decoder))
        case [.longitude, .latitude, .degrees]:
            self = .cell(
                longitude: try members.path(.longitude, of: decoder),
                latitude: try members.path(.latitude, of: decoder),
                degrees: try Self.degrees(members, of: decoder))
        case [.asked], [.asked, .degrees]: self = try Self.asked(members, of: decoder)
        default: throw decoder.mistake(Self.forms)
        }
    }

    private static let forms = """
        must be one of {"station": path, "prefix": text}, {"region": path or list of paths}, \
        {"longitude": path, "latitude": path, "degrees": number}, {"asked": "station"} and \
        {"asked": "position", "degrees": number}
        """

    private static func regions(
        _ members: KeyedDecodingContainer<Member>, of decoder: any Decoder
    ) throws -> [NodePath] {
        let texts =
            try (try? members.decode([String].self, forKey: .region))
            ?? [members.decode(String.self, forKey: .region)]
        guard !texts.isEmpty else { throw decoder.mistake(at: "region", "at least one path is needed") }
        return try texts.map { try KeyedDecodingContainer<Member>.path($0, at: "region", of: decoder) }
    }

    private static func asked(
        _ members: KeyedDecodingContainer<Member>, of decoder: any Decoder
    ) throws -> PlaceRule {
        switch try members.decode(String.self, forKey: .asked) {
        case "station" where !members.contains(.degrees): return .askedStation
        case "position" where members.contains(.degrees):
            return .askedCell(degrees: try degrees(members, of: decoder))
        default: throw decoder.mistake(forms)
        }
    }

    private static func degrees(
        _ members: KeyedDecodingContainer<Member>, of decoder: any Decoder
    ) throws -> Double {
        let degrees = try members.decode(Double.self, forKey: .degrees)
        guard (0.01...5).contains(degrees) else {
            throw decoder.mistake(at: "degrees", "\(degrees) must be 0.01 to 5")
        }
        return degrees
    }
}

extension PeriodRule {
    /// Reads the `day` or `time` member of a rule.
    init<Member: CodingKey>(
        _ members: KeyedDecodingContainer<Member>, day: Member, time: Member, of decoder: any Decoder
    ) throws {
        switch (members.contains(day), members.contains(time)) {
        case (true, false): self = .day(try members.decode(DayRule.self, forKey: day))
        case (false, true): self = try members.decode(HourRule.self, forKey: time).period
        default: throw decoder.mistake("give day or time, one of the two")
        }
    }
}

/// The hour of a value as written in a definition.
private struct HourRule: Decodable {
    let period: PeriodRule

    private enum Member: String, CodingKey, CaseIterable { case path, form, marks }
    private enum Mark: String, CaseIterable { case start, end }

    init(from decoder: any Decoder) throws {
        let members = try decoder.members(Member.self)
        let mark = try Mark.choice(
            members.decodeIfPresent(String.self, forKey: .marks) ?? "end", from: decoder, at: "marks")
        period = .hour(
            try members.path(.path, of: decoder),
            try NodeStampForm.choice(
                members.decode(String.self, forKey: .form), from: decoder, at: "form"),
            marksStart: mark == .start)
    }
}

extension DayRule: Decodable {
    fileprivate enum Member: String, CodingKey, CaseIterable {
        case path, form, year, month, day, today, offset, offsets
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.members(Member.self)
        stated = try Stated(members, of: decoder)
        guard members.contains(.offset) || members.contains(.offsets) else {
            offset = nil
            return
        }
        let days = try members.decode([String: Int].self, forKey: .offsets)
        guard days.values.allSatisfy({ (-30...30).contains($0) }), !days.isEmpty else {
            throw decoder.mistake(at: "offsets", "must be days, -30 to 30, by what stands at the path offset")
        }
        offset = Offset(path: try members.path(.offset, of: decoder), days: days)
    }
}

extension DayRule.Stated {
    fileprivate init(
        _ members: KeyedDecodingContainer<DayRule.Member>, of decoder: any Decoder
    ) throws {
        let given = Set(members.allKeys).subtracting([.offset, .offsets])
        switch given {
        case [.path, .form]:
            self = .stamp(
                try members.path(.path, of: decoder),
                try NodeStampForm.choice(
                    members.decode(String.self, forKey: .form), from: decoder, at: "form"))
        case [.year, .month, .day]:
            self = .parts(
                year: try members.path(.year, of: decoder), month: try members.path(.month, of: decoder),
                day: try members.path(.day, of: decoder))
        case [.today] where try members.decode(Bool.self, forKey: .today): self = .today
        default:
            throw decoder.mistake(
                "give path and form, or year, month and day, or \"today\": true for the day of reading")
        }
    }
}
