package import Basemap
import Foundation
import Geography

/// The towns that addresses can name.
package protocol TownSource: Sendable {
    /// The towns; `nil` if none are installed.
    var towns: Gazetteer? { get throws }
}

/// Finds the place that an address names.
struct PlaceNames: Sendable {
    let source: any TownSource

    /// Where the pages of places are.
    static let folder = "/place/"
    /// More towns of one name than any name has.
    private static let mostNamesakes = 200

    /// The place at an address; `nil` if there is none.
    ///
    /// Its ``PlaceSubject/path`` is another one if the address is not the only one of the place.
    func subject(at address: PlaceAddress) -> PlaceSubject? {
        // Without a gazetteer, or with a damaged one, positions can still be named.
        let towns = try? source.towns
        switch address {
        case .position(let position):
            let town = towns?.town(nearestTo: position.coordinate, within: Gazetteer.nearness)
            if let towns, let town, RoundedPosition(town.position) == position {
                return PlaceSubject(
                    kind: .town(town), position: town.position, path: Self.path(of: town, in: towns))
            }
            return PlaceSubject(
                kind: .position(near: town), position: position.coordinate,
                path: Self.folder + position.text)
        case .name(let name):
            guard let towns, let town = Self.town(of: name, in: towns) else { return nil }
            return PlaceSubject(
                kind: .town(town), position: town.position, path: Self.path(of: town, in: towns))
        }
    }

    /// The towns that a text may mean, with their paths.
    func towns(like text: String, limit: Int) -> [(town: Gazetteer.Town, path: String)] {
        guard let towns = try? source.towns else { return [] }
        return towns.towns(named: text, limit: limit).map { ($0, Self.path(of: $0, in: towns)) }
    }

    /// Whether a text is no name of a town and starts none.
    func isMisspelt(_ text: String) -> Bool { (try? source.towns)?.isMisspelt(text) ?? false }

    /// The path of a town's page.
    func path(of town: Gazetteer.Town) -> String? {
        (try? source.towns).map { Self.path(of: town, in: $0) }
    }

    /// The largest town of a name, or of a name and the two letters of a country behind it.
    private static func town(of name: String, in towns: Gazetteer) -> Gazetteer.Town? {
        if let town = towns.towns(called: name, limit: 1).first { return town }
        guard let country = name.split(separator: "-").last, country.utf8.count == 2,
            name.utf8.count > 3
        else { return nil }
        return towns.towns(called: String(name.dropLast(3)), limit: mostNamesakes)
            .first { $0.country == country.uppercased() }
    }

    /// The shortest address that leads to a town: its name, its name and country, or else its position.
    private static func path(of town: Gazetteer.Town, in towns: Gazetteer) -> String {
        let names = [town.slug, "\(town.slug)-\(town.country.lowercased())"]
        let name = names.first { Self.town(of: $0, in: towns) == town } ?? RoundedPosition(town.position).text
        return folder + (name.addingPercentEncoding(withAllowedCharacters: .slug) ?? name)
    }
}

extension CharacterSet {
    /// What stands unescaped in a part of a path (RFC 3986, 3.3), a comma among it.
    fileprivate static let slug = CharacterSet(
        charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~,")
}
