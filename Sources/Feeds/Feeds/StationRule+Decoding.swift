import Foundation

extension StationRule: Decodable {
    private enum Member: String, CodingKey, CaseIterable {
        case id, prefix, name, longitude, latitude, altitude, timeZone
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.members(Member.self)
        self.init(
            id: try members.path(.id, of: decoder),
            prefix: try members.decodeIfPresent(String.self, forKey: .prefix) ?? "",
            name: try members.decodeIfPresent(NodeSource.self, forKey: .name),
            longitude: try members.path(.longitude, of: decoder),
            latitude: try members.path(.latitude, of: decoder),
            altitude: try members.pathIfPresent(.altitude, of: decoder),
            timeZone: try members.decodeIfPresent(NodeSource.self, forKey: .timeZone))
        let known = id.variables
        let paths = [longitude, latitude] + [altitude, name?.path, timeZone?.path].compactMap(\.self)
        for path in paths {
            guard let unknown = path.variables.first(where: { !known.contains($0) }) else { continue }
            throw decoder.mistake(
                "“\(path.text)” has the name \(unknown), which the path of id does not have")
        }
    }
}
