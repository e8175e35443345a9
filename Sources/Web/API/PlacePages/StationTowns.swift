import Basemap
import Geography
import Synchronization

/// The nearest town of each station, which is found once for each position.
final class StationTowns: Sendable {
    private let source: any TownSource
    /// The distance in metres within which a town is near.
    private let nearness: Double
    private let found = Mutex<[Coordinate: Gazetteer.Town?]>([:])

    init(_ source: any TownSource, within nearness: Double) {
        (self.source, self.nearness) = (source, nearness)
    }

    /// The town nearest to a position; `nil` if none is near, or no towns are installed.
    func town(at position: Coordinate) -> Gazetteer.Town? {
        if let known = found.withLock({ $0[position] }) { return known }
        guard let towns = try? source.towns else { return nil }
        let town = towns.town(nearestTo: position, within: nearness)
        found.withLock { $0[position] = .some(town) }
        return town
    }
}
