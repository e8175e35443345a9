import Foundation
import Geography
import Observations

/// A list of stations, `stations/networks/*.json`, with the spellings that feeds use for them.
struct StationNetwork: Decodable {
    let stations: [Station]
    /// Stations by lower-case spelling.
    let bySpelling: [String: Station.ID]
    /// The file of this list.
    var file: URL?

    private enum Member: String, CodingKey, CaseIterable {
        case title, source, licence, notes, attribution, timeZone, stations
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.members(Member.self)
        for text in [Member.title, .source, .licence] { _ = try members.decode(String.self, forKey: text) }
        _ = try members.decodeIfPresent([String].self, forKey: .notes)
        let zoneName = try members.decode(String.self, forKey: .timeZone)
        guard let timeZone = TimeZone(identifier: zoneName) else {
            throw decoder.mistake(at: "timeZone", "“\(zoneName)” is no time zone, such as Europe/Zurich")
        }
        let attribution = try members.decodeIfPresent(String.self, forKey: .attribution)
        var stations: [Station] = []
        var spellings: [String: Station.ID] = [:]
        for entry in try members.decode([StationEntry].self, forKey: .stations) {
            guard !stations.contains(where: { $0.id == entry.id }) else {
                throw decoder.mistake(at: "stations", "the station \(entry.id.rawValue) stands there twice")
            }
            stations.append(entry.station(timeZone: timeZone, attribution: attribution))
            for spelling in entry.spellings {
                guard spellings.updateValue(entry.id, forKey: spelling.lowercased()) == nil else {
                    throw decoder.mistake(at: "stations", "the spelling \(spelling) stands there twice")
                }
            }
        }
        self.stations = stations
        bySpelling = spellings
    }
}

/// One station of a network as written.
private struct StationEntry: Decodable {
    let id: Station.ID
    let name: String
    let position: Coordinate
    let altitude: Double?
    let spellings: [String]

    private enum Member: String, CodingKey, CaseIterable {
        case id, name, longitude, latitude, altitude, spellings
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.members(Member.self)
        let text = try members.decode(String.self, forKey: .id)
        guard let id = Station.ID(rawValue: text) else {
            throw decoder.mistake(at: "id", "“\(text)” must be 1 to 40 of a–z, 0–9, - and _")
        }
        let longitude = try members.decode(Double.self, forKey: .longitude)
        let latitude = try members.decode(Double.self, forKey: .latitude)
        guard (-180...180).contains(longitude) else {
            throw decoder.mistake(at: "longitude", "\(longitude) must be -180 to 180")
        }
        guard let position = Coordinate(longitude: longitude, latitude: latitude) else {
            throw decoder.mistake(at: "latitude", "\(latitude) must be -90 to 90")
        }
        self.id = id
        self.position = position
        name = try members.decode(String.self, forKey: .name)
        altitude = try members.decodeIfPresent(Double.self, forKey: .altitude)
        spellings = try members.decode([String].self, forKey: .spellings)
    }

    func station(timeZone: TimeZone, attribution: String?) -> Station {
        Station(
            id: id, name: name, position: position, altitude: altitude, timeZone: timeZone,
            attribution: attribution)
    }
}
