import Foundation
import Observations

extension WeatherColumn: Decodable {
    private enum Member: String, CodingKey, CaseIterable { case parameter, unit, unless }

    init(from decoder: any Decoder) throws {
        let members = try decoder.members(Member.self)
        let parameter = try WeatherParameter.choice(
            members.decode(String.self, forKey: .parameter), from: decoder, at: "parameter")
        let spelling = try members.decode(String.self, forKey: .unit)
        guard let unit = WeatherUnit(spelling: spelling), unit.convert(0, to: parameter.unit) != nil else {
            let allowed = WeatherUnit.allCases.filter { $0.convert(0, to: parameter.unit) != nil }
            throw decoder.mistake(
                at: "unit",
                "“\(spelling)” is no unit of \(parameter.rawValue); "
                    + "allowed are \(allowed.map(\.rawValue).joined(separator: ", "))")
        }
        (self.parameter, self.unit) = (parameter, unit)
        unless = try members.decodeIfPresent(String.self, forKey: .unless)
    }
}

/// The weather's columns of a table, or its names in a document.
struct WeatherTable: Decodable {
    let columns: [String: WeatherColumn]

    init(from decoder: any Decoder) throws {
        columns = try decoder.singleValueContainer().decode([String: WeatherColumn].self)
        guard !columns.isEmpty else { throw decoder.mistake("at least one column is needed") }
    }
}

extension FeedFormat {
    static func degrees(
        _ members: KeyedDecodingContainer<FeedDocument.Member>, of decoder: any Decoder
    ) throws -> Double? {
        guard let degrees = try members.decodeIfPresent(Double.self, forKey: .degrees) else { return nil }
        guard (0.01...5).contains(degrees) else {
            throw decoder.mistake(at: "degrees", "\(degrees) must be 0.01 to 5")
        }
        return degrees
    }

    /// Checks the columns of a feed of the weather.
    func checkWeatherRoles(_ decoder: any Decoder) throws {
        guard allergens.isEmpty else {
            throw decoder.mistake(at: "allergens", "a feed of rows has allergens or weather, not both")
        }
        guard columns[.day] != nil || columns[.time] != nil else {
            throw decoder.mistake(at: "columns", "the column of day or time is needed")
        }
        let grid = ColumnRole.grid.filter { columns[$0] != nil }
        guard grid.isEmpty == (degrees == nil), grid.isEmpty || grid == ColumnRole.grid else {
            throw decoder.mistake(
                at: "degrees", "the points of a grid need longitude, latitude and degrees, all three")
        }
        let allowed: Set<ColumnRole> = [.station, .day, .time, .issued, .longitude, .latitude]
        if let excess = columns.keys.filter({ !allowed.contains($0) }).map(\.rawValue).min() {
            throw decoder.mistake(at: "columns", "\(excess) is not for feeds of the weather")
        }
        if grid.isEmpty == false, columns[.station] != nil {
            throw decoder.mistake(at: "columns", "station is not for the points of a grid")
        }
    }
}

extension WeatherRule: Decodable {
    private enum Member: String, CodingKey, CaseIterable {
        case value, place, parameter, parameters, day, time, basis, issued, unit, timeZone, offset
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.members(Member.self)
        value = try members.path(.value, of: decoder)
        place = try members.decode(PlaceRule.self, forKey: .place)
        parameter = try members.decode(NodeSource.self, forKey: .parameter)
        columns = try members.decode(WeatherTable.self, forKey: .parameters).columns
        period = try PeriodRule(members, day: .day, time: .time, of: decoder)
        let basis = try Basis.choice(
            members.decode(String.self, forKey: .basis), from: decoder, at: "basis")
        isForecast = basis == .forecast
        issued = try members.decodeIfPresent(Issue.self, forKey: .issued)
        unit = try members.pathIfPresent(.unit, of: decoder)
        timeZone = try members.decodeIfPresent(NodeSource.self, forKey: .timeZone)
        offset = try members.pathIfPresent(.offset, of: decoder)
        try check(basis, decoder)
    }

    private func check(_ basis: Basis, _ decoder: any Decoder) throws {
        guard [.measured, .forecast].contains(basis) else {
            throw decoder.mistake(at: "basis", "the weather is measured or forecast")
        }
        guard isForecast || issued == nil else {
            throw decoder.mistake(at: "issued", "only a forecast is issued")
        }
        if case .region = place {
            throw decoder.mistake(at: "place", "the weather is at a station or on a grid")
        }
        let known = value.variables
        let paths =
            place.paths + period.paths
            + [parameter.path, issued?.path, unit, timeZone?.path, offset]
            .compactMap(\.self)
        for path in paths {
            guard let unknown = path.variables.first(where: { !known.contains($0) }) else { continue }
            throw decoder.mistake(
                "“\(path.text)” has the name \(unknown), which the path of value does not have")
        }
    }
}

extension WeatherRule.Issue: Decodable {
    private enum Member: String, CodingKey, CaseIterable { case path, form }

    init(from decoder: any Decoder) throws {
        let members = try decoder.members(Member.self)
        path = try members.path(.path, of: decoder)
        form = try NodeStampForm.choice(
            members.decode(String.self, forKey: .form), from: decoder, at: "form")
    }
}
