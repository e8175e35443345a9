import Allergens

extension MarkerLayout {
    /// The zoom from which names are shown, at which a tile covers a district and not a country.
    static let namesFrom = 8

    /// Places stations: pins where there is room, higher levels first, and dots for the rest.
    ///
    /// No two pins overlap, and no two dots. A pin has its flanks, and from zoom 8 on its name, where these
    /// cover nothing else. Only level, index and identifier decide which station wins.
    package init(stations: [StationMarker], zoom: Int) {
        var placement = StationPlacement(zoom: zoom)
        let placed = stations.sorted(by: Self.goesFirst).compactMap { station in
            PixelBox.place(of: station.position, zoom: zoom).map {
                Placed(station: station, x: $0.x, y: $0.y)
            }
        }
        let pinned = placed.filter { placement.pin($0) }
        for place in pinned { placement.flank(place) }
        let pins = Set(pinned.map(\.station.station))
        let dots = placed.filter { !pins.contains($0.station.station) && placement.dot($0) }
        if zoom >= Self.namesFrom {
            for place in pinned { placement.name(place, besides: Self.besidesPin) }
            for place in dots { placement.name(place, besides: Self.besidesDot) }
        }
        self.init(zoom: zoom, items: placement.items)
    }

    /// The distance of a name from a pin: below its tip, or to the right or left of its head.
    private static let besidesPin = (below: 3, aside: 30, height: -27)
    private static let besidesDot = (below: 6, aside: 8, height: -8)

    private static func goesFirst(_ left: StationMarker, _ right: StationMarker) -> Bool {
        let (a, b) = (left.today?.level.rank ?? -1, right.today?.level.rank ?? -1)
        if a != b { return a > b }
        return left.index == right.index ? left.station < right.station : left.index > right.index
    }
}

/// A station at its position.
private struct Placed {
    let station: StationMarker
    let x: Int
    let y: Int
}

/// Assigns room to stations, one after the other.
private struct StationPlacement {
    private var taken: BoxIndex
    private var takenByDots: BoxIndex
    /// The areas where pins hide what is behind them: their heads and tips.
    private var heads: BoxIndex
    private var dots: [MarkerLayout.Item] = []
    private var pins: [MarkerLayout.Item] = []
    private var flanks: [MarkerLayout.Item] = []
    private var names: [MarkerLayout.Item] = []

    init(zoom: Int) {
        taken = BoxIndex(zoom: zoom)
        takenByDots = BoxIndex(zoom: zoom)
        heads = BoxIndex(zoom: zoom)
    }

    /// Pins are drawn over dots and flanks; names cover nothing.
    var items: [MarkerLayout.Item] { dots + flanks + pins + names }

    /// Gives a station a pin, unless it has no values or another pin is in the way.
    mutating func pin(_ place: Placed) -> Bool {
        let station = place.station
        guard station.today != nil || station.yesterday != nil || station.tomorrow != nil else {
            return false
        }
        let look = MarkerStyle.pin(station.today, isSimulated: station.isSimulated)
        let item = MarkerLayout.Item(look, x: place.x, y: place.y)
        guard !taken.isTaken(item.box) else { return false }
        taken.insert(item.box)
        heads.insert(PixelBox(x: place.x - 14, y: place.y - 33, width: 28, height: 27))
        heads.insert(PixelBox(x: place.x - 4, y: place.y - 6, width: 8, height: 8))
        pins.append(item)
        return true
    }

    /// Shows the days before and after beside a pin, where they cover no other mark.
    mutating func flank(_ place: Placed) {
        let sides = [
            PixelBox(x: -28, y: -28, width: 15, height: 20), PixelBox(x: 16, y: -28, width: 12, height: 20),
        ]
        .map { $0.moved(byX: place.x, y: place.y) }
        guard !sides.contains(where: taken.isTaken) else { return }
        for side in sides {
            taken.insert(side)
            heads.insert(side)
        }
        flanks.append(
            MarkerLayout.Item(
                .flanks(yesterday: place.station.yesterday, tomorrow: place.station.tomorrow), x: place.x,
                y: place.y))
    }

    /// Gives a station a dot, unless another dot is in the way or a pin would partly hide it.
    mutating func dot(_ place: Placed) -> Bool {
        let item = MarkerLayout.Item(.dot(place.station.today), x: place.x, y: place.y)
        guard !takenByDots.isTaken(item.box), !heads.isTaken(item.box) else { return false }
        takenByDots.insert(item.box)
        dots.append(item)
        return true
    }

    /// Writes a station's name at the first position around its mark where it covers nothing.
    mutating func name(_ place: Placed, besides: (below: Int, aside: Int, height: Int)) {
        let look = MarkerStyle.name(place.station.name)
        let width = look.extent.width
        let candidates = [
            (-width / 2, besides.below), (besides.aside, besides.height),
            (-besides.aside - width, besides.height),
        ]
        for (x, y) in candidates {
            let item = MarkerLayout.Item(look, x: place.x + x, y: place.y + y)
            guard !taken.isTaken(item.box), !takenByDots.isTaken(item.box) else { continue }
            taken.insert(item.box)
            names.append(item)
            return
        }
    }
}
