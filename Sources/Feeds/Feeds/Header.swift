import Allergens

/// The meaning of a file's columns, from its first row.
struct Header {
    /// The names as written in the file.
    let names: [String]
    /// The column of the station, if there is one.
    let station: Int?
    let period: Int
    /// Whether ``period`` holds days or instants.
    let periodRole: ColumnRole
    /// Columns with a required value.
    let fixed: [(column: Int, value: [UInt8])]
    let shape: Shape

    /// The location of a row's values.
    enum Shape {
        case long(LongColumns)
        /// The columns of allergens, in the order of the file.
        case wide([AllergenColumn])
        case weather(WeatherColumns)
    }

    struct LongColumns {
        let allergen: Int
        let value: Int
        let unit: Int?
        let forecast: Int?
        let extras: ExtraColumns?
    }

    /// The optional columns, if there are any.
    var extras: ExtraColumns? {
        guard case .long(let columns) = shape else { return nil }
        return columns.extras
    }

    typealias AllergenColumn = (column: Int, allergen: Allergen)

    /// Finds the columns of a feed by name, in any order and without regard to case.
    ///
    /// - Parameters:
    ///   - names: The cells of the first row.
    ///   - format: The grammar of the feed.
    ///   - stationIsKnown: Whether the station column is optional.
    /// - Throws: The ``FeedFailure`` of the first column that is missing, unknown or repeated.
    init(names: [String], format: FeedFormat, stationIsKnown: Bool) throws(FeedFailure) {
        self.names = names
        let columns = try FoundColumns(names: names, format: format)
        for name in format.fixed.keys where !names.contains(where: { $0.lowercased() == name.lowercased() }) {
            throw .missingColumn(name, found: names)
        }
        station = stationIsKnown || format.isOfGrid ? columns.roles[.station] : try columns.station()
        (period, periodRole) = try columns.period()
        fixed = columns.fixed
        shape = try columns.shape()
    }
}

/// The columns of a file by meaning, and the errors for missing ones.
private struct FoundColumns {
    let names: [String]
    let format: FeedFormat
    private(set) var roles: [ColumnRole: Int] = [:]
    private(set) var fixed: [(column: Int, value: [UInt8])] = []
    private(set) var allergens: [Header.AllergenColumn] = []
    private(set) var weather: [(column: Int, meaning: WeatherColumn)] = []

    init(names: [String], format: FeedFormat) throws(FeedFailure) {
        self.names = names
        self.format = format
        let meanings = Self.meanings(in: format)
        var seen: Set<String> = []
        for (column, name) in names.enumerated() {
            guard let meaning = meanings[name.lowercased()] ?? meanings[FeedFormat.rest] else {
                throw .unknownColumn(name, allowed: Self.allowedNames(in: format))
            }
            if case .ignored = meaning { continue }
            guard seen.insert(name.lowercased()).inserted else { throw .repeatedColumn(name) }
            switch meaning {
            case .role(let role):
                if let other = roles.updateValue(column, forKey: role) {
                    throw .exclusiveColumns(names[other], name)
                }
            case .fixed(let value): fixed.append((column, Array(value.utf8)))
            case .allergen(let allergen): allergens.append((column, allergen))
            case .weather(let meaning): weather.append((column, meaning))
            case .ignored: break
            }
        }
    }

    func column(of role: ColumnRole) throws(FeedFailure) -> Int {
        guard let column = roles[role] else { throw .missingColumn(spelled(role), found: names) }
        return column
    }

    /// Returns the column of the station, which a file needs if nobody names the station for it.
    func station() throws(FeedFailure) -> Int {
        guard format.columns[.station] != nil else { throw .noStation }
        return try column(of: .station)
    }

    /// Returns the column of the day or the time.
    func period() throws(FeedFailure) -> (Int, ColumnRole) {
        switch (roles[.day], roles[.time]) {
        case (let day?, nil): return (day, .day)
        case (nil, let time?):
            if let forecast = roles[.forecast] { throw .exclusiveColumns(names[time], names[forecast]) }
            return (time, .time)
        case (let day?, let time?): throw .exclusiveColumns(names[day], names[time])
        case (nil, nil):
            let wanted = [ColumnRole.day, .time].filter { format.columns[$0] != nil }.map(spelled)
            throw .missingColumn(wanted.joined(separator: " or "), found: names)
        }
    }

    private func spelled(_ role: ColumnRole) -> String {
        (format.columns[role] ?? [role.rawValue]).joined(separator: " or ")
    }

    func shape() throws(FeedFailure) -> Header.Shape {
        guard format.weather.isEmpty else { return .weather(try weatherColumns()) }
        guard format.isWide else {
            let allergen = try column(of: .allergen)
            let value = try column(of: .value)
            return .long(
                .init(
                    allergen: allergen, value: value, unit: roles[.unit], forecast: roles[.forecast],
                    extras: ExtraColumns(roles)))
        }
        guard !allergens.isEmpty else {
            throw .missingColumn(format.allergens.keys.sorted().joined(separator: " or "), found: names)
        }
        return .wide(allergens)
    }

    private func weatherColumns() throws(FeedFailure) -> WeatherColumns {
        guard !weather.isEmpty else {
            throw .missingColumn(format.weather.keys.sorted().joined(separator: " or "), found: names)
        }
        let present = Set(names.map { $0.lowercased() })
        return WeatherColumns(
            longitude: format.isOfGrid ? try column(of: .longitude) : nil,
            latitude: format.isOfGrid ? try column(of: .latitude) : nil, issued: roles[.issued],
            values: weather.filter { _, meaning in
                meaning.unless.map { !present.contains($0.lowercased()) } ?? true
            })
    }

    private enum Meaning {
        case role(ColumnRole), fixed(String), allergen(Allergen), weather(WeatherColumn), ignored
    }

    private static func meanings(in format: FeedFormat) -> [String: Meaning] {
        var meanings: [String: Meaning] = [:]
        for (role, names) in format.columns {
            for name in names { meanings[name.lowercased()] = .role(role) }
        }
        for (name, value) in format.fixed { meanings[name.lowercased()] = .fixed(value) }
        for (name, allergen) in format.allergens where format.isWide {
            meanings[name.lowercased()] = .allergen(allergen)
        }
        for (name, meaning) in format.weather { meanings[name.lowercased()] = .weather(meaning) }
        for name in format.ignored { meanings[name.lowercased()] = .ignored }
        return meanings
    }

    private static func allowedNames(in format: FeedFormat) -> [String] {
        ColumnRole.allCases.flatMap { format.columns[$0] ?? [] } + format.fixed.keys.sorted()
            + format.allergens.keys.sorted() + format.weather.keys.sorted() + format.ignored.sorted()
    }
}
