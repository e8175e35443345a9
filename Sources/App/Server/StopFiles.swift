import Feeds
package import Foundation
import Geography
package import Trips

/// The folder of tables of stops: `airports.csv` and `stations.txt`, which `scripts/setup` fetches, and files of stations as an
/// operator gives them.
///
/// A file of stations is a `stops.txt` of GTFS, which transport agencies publish, under any name that ends in `.txt`. Where
/// it has stations (`location_type` 1), its platforms are left out. A file of the same name that ends in `.credit` says in
/// its first line whom to name for it, and under which licence it is.
package struct StopFiles: Sendable {
    /// The most bytes of a file: the stops of a large country.
    private static let mostBytes = 32 << 20

    /// The most characters of a credit that are shown.
    private static let longestCredit = 200

    /// Whom to name for the airports.
    package static let airportCredit = "Airports: airportsdata, M. Borsetti and mwgg (MIT)"

    private let folder: URL

    package init(_ folder: URL) { self.folder = folder }

    private var airports: URL { folder.appending(path: "airports.csv") }

    private var stations: [URL] {
        let files = try? FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: nil)
        return (files ?? []).filter { $0.pathExtension == "txt" }.sorted { $0.path < $1.path }
    }

    /// Whom to name for the stops that are there.
    package var credits: [String] {
        let ofAirports = FileManager.default.fileExists(atPath: airports.path) ? [Self.airportCredit] : []
        return ofAirports + stations.compactMap(credit)
    }

    /// Whom to name for a file of stations, if its operator says so.
    private func credit(of file: URL) -> String? {
        let beside = file.deletingPathExtension().appendingPathExtension("credit")
        guard let text = try? String(contentsOf: beside, encoding: .utf8) else { return nil }
        let line = text.trimmingCharacters(in: .whitespacesAndNewlines).prefix { !$0.isNewline }
        return line.isEmpty ? nil : String(line.prefix(Self.longestCredit))
    }

    /// Reads the tables; none if the folder is not there.
    ///
    /// - Throws: `ConfigurationMistake` that names the file and the line, if one cannot be read.
    package func table() throws -> StopTable {
        var stops: [TravelStop] = []
        if FileManager.default.fileExists(atPath: airports.path) {
            stops += try rows(of: airports, ["iata", "lat", "lon"]).map { row in
                TravelStop(kind: .airport, at: try position(row["lat"], row["lon"], row.line, in: airports))
            }
        }
        for file in stations { stops += try stations(in: file) }
        guard stops.count <= StopTable.limit else {
            throw mistake(in: folder, "has more than \(StopTable.limit) stops")
        }
        return StopTable(stops)
    }

    /// Describes the tables in words.
    package func summary() throws -> String {
        let table = try table()
        guard table.count > 0 else {
            return "none, so a train or a plane looks like a car; scripts/setup fetches both"
        }
        return "\(table.count) in \(folder.path)" + (table.hasStations ? "" : ", but no railway station")
    }

    private func stations(in file: URL) throws -> [TravelStop] {
        let rows = try rows(of: file, ["stop_lat", "stop_lon"])
        let stations = rows.filter { $0["location_type"] == "1" }
        let platforms = rows.filter { ["0", nil].contains($0["location_type"]) }
        return try (stations.isEmpty ? platforms : stations).map { row in
            TravelStop(
                kind: .station, at: try position(row["stop_lat"], row["stop_lon"], row.line, in: file))
        }
    }

    private func rows(of file: URL, _ columns: [String]) throws -> [TextTable.Row] {
        let size = try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize
        guard let size, size <= Self.mostBytes, let bytes = try? Data(contentsOf: file) else {
            throw mistake(in: file, "cannot be read, or has more than \(Self.mostBytes >> 20) MiB")
        }
        do {
            return try TextTable(Array(bytes), required: columns, optional: nil).rows
        } catch {
            throw mistake(in: file, "cannot be read: \(error.sentence)")
        }
    }

    private func position(
        _ latitude: String?, _ longitude: String?, _ line: Int, in file: URL
    ) throws -> Coordinate {
        guard let latitude = latitude.flatMap(Double.init), let longitude = longitude.flatMap(Double.init),
            let position = Coordinate(longitude: longitude, latitude: latitude)
        else { throw mistake(in: file, "has no position in degrees in line \(line)") }
        return position
    }

    private func mistake(in file: URL, _ reason: String) -> ConfigurationMistake {
        ConfigurationMistake("the table of stops \(file.path) \(reason)")
    }
}
