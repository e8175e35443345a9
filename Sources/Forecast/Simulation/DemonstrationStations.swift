package import Foundation
import Geography
package import Observations

/// The stations of the demonstration: real places where pollen is or was counted, with invented values.
package enum DemonstrationStations {
    /// Why the list cannot be used.
    package struct Fault: Error, Hashable, CustomStringConvertible {
        package let description: String
    }

    /// Reads the list and marks each station as simulated.
    ///
    /// - Parameter url: A file in the format of `stations/demonstration.json`.
    /// - Returns: The stations in the order of the file.
    /// - Throws: ``Fault`` with the station and its mistake, or the error of reading the file.
    package static func load(from url: URL) throws -> [Station] {
        let data = try Data(contentsOf: url)
        let document: Document
        do {
            document = try JSONDecoder().decode(Document.self, from: data)
        } catch let error as DecodingError {
            throw Fault(description: "\(url.lastPathComponent): \(error.plainDescription)")
        }
        var seen: Set<Station.ID> = []
        return try document.stations.map { entry in
            let station = try entry.station(attribution: document.attribution)
            guard seen.insert(station.id).inserted else {
                throw Fault(description: "station \(entry.id) stands in the list twice")
            }
            return station
        }
    }

    private struct Document: Decodable {
        let attribution: String
        let stations: [Entry]
    }

    private struct Entry: Decodable {
        let id: String
        let name: String
        let position: [Double]
        let altitude: Double?
        let timeZone: String

        func station(attribution: String) throws -> Station {
            func fault(_ what: String) -> Fault { Fault(description: "station \(id): \(what)") }
            guard let stationID = Station.ID(rawValue: id) else {
                throw fault("an identifier is 1 to 40 of a-z, 0-9, - and _")
            }
            guard position.count == 2,
                let coordinate = Coordinate(longitude: position[0], latitude: position[1])
            else { throw fault("the position is not a longitude and a latitude") }
            guard let zone = TimeZone(identifier: timeZone) else {
                throw fault("there is no time zone \(timeZone)")
            }
            return Station(
                id: stationID, name: name, position: coordinate, altitude: altitude, timeZone: zone,
                attribution: attribution, isSimulated: true)
        }
    }
}

extension DecodingError {
    /// The mistake in the document, in one line.
    fileprivate var plainDescription: String {
        switch self {
        case .keyNotFound(let key, let context): "\(key.stringValue) is missing at \(context.place)"
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            "\(context.place) is not as it should be: \(context.debugDescription)"
        @unknown default: "not in the form of a station list"
        }
    }
}

extension DecodingError.Context {
    fileprivate var place: String {
        codingPath.isEmpty
            ? "the top" : codingPath.map { "/" + ($0.intValue.map(String.init) ?? $0.stringValue) }.joined()
    }
}
