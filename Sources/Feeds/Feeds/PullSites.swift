import Foundation
import Geography
import Observations

/// The subjects of a feed's requests, one each.
enum PullSites: Sendable {
    /// Every station of the network by its identifier, or a single request without a subject.
    case network
    /// Stations by the provider's names for them.
    case texts([String])
    /// Stations by the provider's names for them, with their identifiers here.
    case identifiers([String: Station.ID])
    /// Places chosen by the operator.
    case places([RowPlace])
    /// The cells of a model's grid, many in a request.
    case area(PullArea)

    /// A place with a name given by the operator.
    struct RowPlace: Sendable, Decodable {
        let name: String
        let position: Coordinate

        private enum Member: String, CodingKey, CaseIterable { case name, longitude, latitude }

        init(from decoder: any Decoder) throws {
            let members = try decoder.members(Member.self)
            name = try members.decode(String.self, forKey: .name)
            guard (1...100).contains(name.count)
            else { throw decoder.mistake(at: "name", "must have 1 to 100 characters") }
            let longitude = try members.decode(Double.self, forKey: .longitude)
            let latitude = try members.decode(Double.self, forKey: .latitude)
            guard let position = Coordinate(longitude: longitude, latitude: latitude) else {
                throw decoder.mistake("\(longitude), \(latitude) is no longitude and latitude in degrees")
            }
            self.position = position
        }
    }

    /// A list of names, or names with identifiers.
    enum Stations: Decodable {
        case list([String])
        case table([String: Station.ID])

        init(from decoder: any Decoder) throws {
            if let list = try? decoder.singleValueContainer().decode([String].self) {
                self = .list(list)
                return
            }
            let texts = try decoder.singleValueContainer().decode([String: String].self)
            self = .table(
                try texts.mapValues { text in
                    guard let id = Station.ID(rawValue: text)
                    else { throw decoder.mistake("“\(text)” must be 1 to 40 of a–z, 0–9, - and _") }
                    return id
                })
        }
    }

    init(
        stations: Stations?, places: [RowPlace]?, area: PullArea?, of decoder: any Decoder
    ) throws {
        switch (stations, places, area) {
        case (nil, nil, nil): self = .network
        case (.list(let texts)?, nil, nil): self = .texts(texts)
        case (.table(let identifiers)?, nil, nil): self = .identifiers(identifiers)
        case (nil, let places?, nil): self = .places(places)
        case (nil, nil, let area?): self = .area(area)
        default: throw decoder.mistake("stations, places and area exclude each other")
        }
    }

    func check(against variables: Set<PullTemplate.Variable>, of decoder: any Decoder) throws {
        switch self {
        case .network: break
        case .texts, .identifiers:
            guard variables.contains(.station)
            else { throw decoder.mistake(at: "stations", "is for addresses with {station}") }
        case .places:
            guard variables.isSuperset(of: [.longitude, .latitude])
            else { throw decoder.mistake(at: "places", "is for addresses with {longitude} and {latitude}") }
        case .area:
            guard variables.isSuperset(of: [.longitude, .latitude])
            else { throw decoder.mistake(at: "area", "is for addresses with {longitude} and {latitude}") }
        }
    }
}
