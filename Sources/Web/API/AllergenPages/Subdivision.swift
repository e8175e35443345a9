package import Geography
import Synchronization

/// A part of a country, such as a state, a province or a canton.
package struct Subdivision: Hashable, Sendable {
    /// The name, which is not translated.
    package let name: String
    /// The ISO 3166-1 code of its country, two capital letters.
    package let country: String

    package init(name: String, country: String) { (self.name, self.country) = (name, country) }
}

/// Where the parts of countries are from.
package protocol SubdivisionSource: Sendable {
    /// The part that holds a position; `nil` at sea, or if none are installed.
    func subdivision(at position: Coordinate) throws -> Subdivision?
}

/// The part of a country in which each station is, which is found once for each position.
final class StationSubdivisions: Sendable {
    private let source: any SubdivisionSource
    private let found = Mutex<[Coordinate: Subdivision?]>([:])

    init(_ source: any SubdivisionSource) { self.source = source }

    /// The part that holds a position; `nil` if none is known there, or none can be read.
    func subdivision(at position: Coordinate) -> Subdivision? {
        if let known = found.withLock({ $0[position] }) { return known }
        do {
            let subdivision = try source.subdivision(at: position)
            found.withLock { $0[position] = .some(subdivision) }
            return subdivision
        } catch {
            // Without a name for its part of the country, a region has those of its stations.
            return nil
        }
    }
}
