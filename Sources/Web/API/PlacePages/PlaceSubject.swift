import Basemap
import Geography
import Observations

/// What a page is about.
struct PlaceSubject: Hashable {
    enum Kind: Hashable {
        case town(Gazetteer.Town)
        /// A position, and the nearest town.
        case position(near: Gazetteer.Town?)
        case station(Station)
    }

    let kind: Kind
    let position: Coordinate
    /// Its only address: the path of its page.
    let path: String

    /// The town that it is, or that is nearest to it.
    var town: Gazetteer.Town? {
        switch kind {
        case .town(let town): town
        case .position(let town): town
        case .station: nil
        }
    }

    /// The part of the addresses of its cards that names it; stations are known by where they are.
    var cardPlace: String {
        if case .station = kind { return RoundedPosition(position).text }
        return String(path.dropFirst(PlaceNames.folder.count))
    }
}

extension PlaceSubject {
    init(_ station: Station) {
        self.init(
            kind: .station(station), position: station.position, path: "/station/\(station.id.rawValue)")
    }
}
