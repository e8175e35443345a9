import Geography
import Observations
import Seasons

/// What is usual at stations of a country that are near one another.
struct RegionYear<Usual: UsualYear>: Sendable {
    /// The names of the parts of the country in which its stations are, or else of the stations, from north to south.
    let names: [String]
    let usual: Usual
    /// Whether any of its stations is simulated.
    let isSimulated: Bool
}

/// Groups of stations that are near one another, so that each says when something flies in its part of a country.
enum StationRegions {
    /// The most groups of a country; with more of them, they become larger.
    static let most = 12

    /// Every station in one group, from north to south.
    ///
    /// A group reaches from its northernmost station as far as a station represents places without one, and twice as
    /// far, again and again, where that would make more than ``most``.
    static func groups(of stations: [Station]) -> [[Station]] {
        let ordered = stations.sorted { ($1.position.latitude, $0.id) < ($0.position.latitude, $1.id) }
        var reach = Station.alertReach
        var found = groups(of: ordered, within: reach)
        while found.count > most {
            reach *= 2
            found = groups(of: ordered, within: reach)
        }
        return found
    }

    private static func groups(of stations: [Station], within reach: Double) -> [[Station]] {
        let farthest = Earth.squaredChord(ofDistance: reach)
        var groups: [(centre: UnitVector, stations: [Station])] = []
        for station in stations {
            let place = UnitVector(station.position)
            if let near = groups.firstIndex(where: { $0.centre.squaredChord(to: place) <= farthest }) {
                groups[near].stations.append(station)
            } else {
                groups.append((place, [station]))
            }
        }
        return groups.map(\.stations)
    }
}

extension StationRegions {
    /// What groups of stations are called: by the parts of the country in which they are, or else by the stations.
    ///
    /// A part in which two groups have stations names neither, and so does one that is in another country.
    static func names(
        of groups: [[Station]], in country: String?, subdivision: (Coordinate) -> Subdivision?
    ) -> [[String]] {
        let found = groups.map { stations in
            stations.compactMap { subdivision($0.position) }.filter { $0.country == country }.map(\.name)
        }
        let uses = Dictionary(found.flatMap { Set($0) }.map { ($0, 1) }, uniquingKeysWith: +)
        return zip(groups, found).map { stations, parts in
            guard parts.count == stations.count, parts.allSatisfy({ uses[$0] == 1 })
            else { return stations.map(\.name) }
            var seen: Set<String> = []
            return parts.filter { seen.insert($0).inserted }
        }
    }
}
