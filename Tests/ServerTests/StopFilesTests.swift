import Foundation
import SampleTesting
import Testing
import Trips

@testable import Server

@Suite struct StopFilesTests {
    private let folder: TemporaryFolder
    private var files: StopFiles { StopFiles(URL(filePath: folder.path("stops"))) }

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: folder.path("stops"), withIntermediateDirectories: true)
    }

    private func write(_ text: String, to name: String) throws {
        try text.write(toFile: folder.path("stops/\(name)"), atomically: true, encoding: .utf8)
    }

    @Test func `airports and the stations of GTFS are read, and platforms of stations left out`() throws {
        try write("iata,lat,lon\nBSL,47.59,7.529\n", to: "airports.csv")
        try write(
            """
            \u{FEFF}stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station
            1,"Basel SBB, Bahnhof",47.5474,7.5897,1,
            2,Basel SBB 1,47.5475,7.5898,0,1
            """, to: "rail.txt")
        try write("stop_lat,stop_lon\n47.38,8.54\n", to: "other.txt")
        try write("\nStations: an agency (CC BY 4.0)\nof Basel\n", to: "rail.credit")
        let table = try files.table()
        #expect(table.count == 3 && table.hasStations)
        #expect(files.credits == [StopFiles.airportCredit, "Stations: an agency (CC BY 4.0)"])
        #expect(try files.summary().hasPrefix("3 in "))
    }

    @Test func `without the folder there are no stops, which the check says`() throws {
        let none = StopFiles(URL(filePath: folder.path("nowhere")))
        #expect(try none.table().count == 0 && none.credits.isEmpty)
        #expect(try none.summary().contains("scripts/setup"))
    }

    @Test func `stations are taken out of the library that has them, and out of no other`() async throws {
        let script = repository.appending(path: "scripts/stations").path
        let run = try await Python.play(
            "station_library.py", [script, folder.path("."), folder.path("stops/stations.txt")])
        #expect(run.status == 0, "\(run.output)")
        let table = try files.table()
        #expect(table.count == 12_006 && table.hasStations)
    }

    @Test(arguments: [
        ("stop_lat,stop_lon\n47.5,7.5\n95,7.5\n", "line 3"), ("stop_lat,stop_lon\nhere,7.5\n", "line 2"),
        ("stop_id,lat\n1,47.5\n", "stop_lat"), ("", "rail.txt"),
    ])
    func `a file that cannot be read is named with the place`(text: String, place: String) throws {
        try write(text, to: "rail.txt")
        let mistake = #expect(throws: ConfigurationMistake.self) { try files.table() }
        #expect(mistake.map { "\($0)".contains(place) } == true)
    }
}
