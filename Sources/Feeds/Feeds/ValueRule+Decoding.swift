import Allergens
import Foundation
import Observations

extension ValueRule: Decodable {
    private enum Member: String, CodingKey, CaseIterable {
        case value, place, allergen, day, time, unit, scale, spellings, basis, missing, faulty, fixed, absent
    }

    init(from decoder: any Decoder) throws {
        var gathering = MistakeGathering()
        let members = try decoder.gatheredMembers(Member.self, into: &gathering)
        let value = try gathering.take { try members.path(.value, of: decoder) }
        let place = try gathering.take { try members.decode(PlaceRule.self, forKey: .place) }
        let allergen = try gathering.take { try members.decode(NodeSource.self, forKey: .allergen) }
        let period = try gathering.take { try PeriodRule(members, day: .day, time: .time, of: decoder) }
        let content = try gathering.take { try Content(members, of: decoder) }
        let basis = try gathering.take {
            try Basis.choice(members.decode(String.self, forKey: .basis), from: decoder, at: "basis")
        }
        let missing = try gathering.take {
            try members.decodeIfPresent([String].self, forKey: .missing) ?? []
        }
        let faulty = try gathering.take {
            try members.decodeIfPresent([String: String].self, forKey: .faulty) ?? [:]
        }
        let fixed = try gathering.take {
            try (members.decodeIfPresent([String: String].self, forKey: .fixed) ?? [:]).map {
                (try KeyedDecodingContainer<Member>.path($0.key, at: "fixed", of: decoder), $0.value)
            }
        }
        let absent = try gathering.take { try members.decodeIfPresent(AbsentRule.self, forKey: .absent) }
        try gathering.check()
        guard let value, let place, let allergen, let period, let content, let basis, let missing, let faulty,
            let fixed, let absent
        else { preconditionFailure("what is not there was noted as a mistake") }
        self.init(
            value: value, place: place, allergen: allergen, period: period, content: content, basis: basis,
            missing: Set(missing), faulty: faulty,
            fixed: Dictionary(fixed) { first, _ in first }, absent: absent)
        try checkNames(decoder)
        try checkFit(decoder)
    }

    /// Checks that every variable in the rule's paths also occurs in the path to the value.
    private func checkNames(_ decoder: any Decoder) throws {
        let known = value.variables
        var paths: [(String, NodePath)] = place.paths.map { ("place", $0) }
        paths += period.paths.map { ("day or time", $0) }
        paths += allergen.path.map { [("allergen", $0)] } ?? []
        if case .concentration(.path(let unit)) = content { paths.append(("unit", unit)) }
        paths += fixed.keys.map { ("fixed", $0) } + (absent.map { [("absent", $0.when)] } ?? [])
        for (member, path) in paths {
            guard let unknown = path.variables.first(where: { !known.contains($0) }) else { continue }
            let names = known.isEmpty ? "none" : known.joined(separator: ", ")
            throw decoder.mistake(
                "\(member): “\(path.text)” has the name \(unknown), which the path of value does not have; it has \(names)"
            )
        }
    }

    /// Checks that the content fits the place and the period.
    ///
    /// Stations accept measured concentrations only, and classes are for whole days.
    private func checkFit(_ decoder: any Decoder) throws {
        switch (place, content) {
        case (.station, .concentration), (.askedStation, .concentration):
            guard basis == .measured else {
                throw decoder.mistake(
                    at: "basis",
                    "concentrations of stations must be measured; give a region or a cell otherwise")
            }
        case (_, .classes):
            guard case .day = period else {
                throw decoder.mistake(at: "time", "classes are for a day; give day instead of time")
            }
        default: break
        }
    }
}

extension ValueRule.Content {
    fileprivate init<Member: CodingKey>(
        _ members: KeyedDecodingContainer<Member>, of decoder: any Decoder
    ) throws {
        func key(_ name: String) throws -> Member {
            guard let key = Member(stringValue: name) else { preconditionFailure("\(name) is a member") }
            return key
        }
        let unit = try members.decodeIfPresent(NodeSource.self, forKey: key("unit"))
        let scaleName = try members.decodeIfPresent(String.self, forKey: key("scale"))
        let spellings = try members.decodeIfPresent([String: String].self, forKey: key("spellings")) ?? [:]
        switch (unit, scaleName) {
        case (let unit?, nil):
            if case .fixed(let text) = unit, FeedUnit(spelling: text) == nil {
                throw decoder.mistake(
                    at: "unit", "“\(text)” is unknown; allowed are \(FeedUnit.spellings)")
            }
            self = .concentration(unit: unit)
        case (nil, let name?):
            guard let scale = ClassScale.standard(name) else {
                let known = ClassScale.standard.map(\.id).joined(separator: ", ")
                throw decoder.mistake(at: "scale", "“\(name)” is unknown; allowed are \(known)")
            }
            for (text, code) in spellings where scale.step(spelled: code) == nil {
                let known = scale.classes.map(\.code).joined(separator: ", ")
                throw decoder.mistake(
                    at: "spellings", "\(text): “\(code)” is no class of \(name); allowed are \(known)")
            }
            self = .classes(scale, spellings: spellings)
        default:
            throw decoder.mistake("give unit for concentrations or scale for classes, one of the two")
        }
    }
}

extension FeedUnit {
    /// The allowed spellings of units.
    static let spellings =
        (ConcentrationUnit.allCases.map(\.rawValue) + ["mg/m3", "ppb", "ppm"])
        .joined(separator: ", ")
}

extension AbsentRule: Decodable {
    private enum Member: String, CodingKey, CaseIterable { case when, value }

    init(from decoder: any Decoder) throws {
        let members = try decoder.members(Member.self)
        self.init(
            when: try members.path(.when, of: decoder), value: try members.decode(String.self, forKey: .value)
        )
    }
}
