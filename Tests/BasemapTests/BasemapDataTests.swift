import Foundation
import Geography
import Testing

@testable import Basemap

@Suite struct BasemapDataTests {
    @Test func `a file returns what was written`() throws {
        let data = try BasemapData(Samples())
        let read = try BasemapData(file: data.file)
        #expect(read.file == data.file)
        #expect(read.version == data.version)
        #expect(read.names == data.names)
    }

    @Test func `converting twice gives the same file`() throws {
        #expect(try BasemapData(Samples()).file == BasemapData(Samples()).file)
    }

    @Test func `a truncated file is refused`() throws {
        let file = try BasemapData(Samples()).file
        for count in stride(from: 0, to: file.count, by: max(file.count / 50, 1)) {
            #expect(throws: BasemapFileMistake.self) { try BasemapData(file: file.prefix(count)) }
        }
    }

    @Test func `a line is a border if two countries share it, otherwise a coast`() throws {
        let graph = BorderGraph(Samples().provinces())
        #expect(graph.lines(.country).count == 1)
        #expect(graph.lines(.province).count == 1)
        // The mainland and the island.
        let coasts = graph.lines(.coast)
        #expect(coasts.count == 2)
        for coast in coasts { #expect(coast.first == coast.last) }
    }

    @Test func `a river's pieces are one line, of which a zoom draws the long ones`() throws {
        let rivers = Rivers(Samples().rivers())
        #expect(rivers.lines.map(\.count) == [33, 17])
        let source = Samples.rivers
        #expect(rivers.lines[0].first == WorldPoint(source[0][0]))
        #expect(rivers.lines[0].last == WorldPoint(source[1][0]))
        let bands = try BasemapData(Samples()).bands
        #expect(bands[4].rivers.isEmpty && bands[8].rivers.isEmpty)
        #expect(bands[7].rivers.counts.count == 1)
        // As if a pixel were as small as at zoom 13.
        #expect(rivers.shown(zoom: 7, unit: WorldPoint.unitsPerPixel(zoom: 13)).count == 2)
    }

    @Test func `three rivers that meet stay three`() throws {
        func river(_ longitude: Double, _ latitude: Double) -> [Coordinate] {
            [Coordinate(longitude: longitude, latitude: latitude)!, Coordinate(longitude: 8, latitude: 47)!]
        }
        #expect(Rivers([river(7, 47), river(9, 47), river(8, 48)]).lines.count == 3)
        #expect(Rivers([river(7, 47), river(9, 47)]).lines.map(\.count) == [3])
    }

    @Test func `a river is cut at the antimeridian`() throws {
        let lines = Rivers(CutSamples().rivers()).lines
        #expect(lines.count == 2)
        for line in lines { #expect(WorldBox(around: line).width < Int32(WorldPoint.side / 100)) }
    }

    @Test func `rivers are read from their two files, and points that are missing are refused`() throws {
        let floats: [Float] = [7.5, 47.25, 7.75, 47.5, 190, -10]
        let points = Data(floats.flatMap { withUnsafeBytes(of: $0.bitPattern.littleEndian, Array.init) })
        let lines = "-1 -1 2  47.2 47.5 0 16 0\n-1 -1 1 -10 -10 16 8 1\n"
        let rivers = try GSHHG.rivers(points: points, lines: Data(lines.utf8))
        #expect(rivers.map { $0.map(\.longitude) } == [[7.5, 7.75], [-170]])
        #expect(rivers.map { $0.map(\.latitude) } == [[47.25, 47.5], [-10]])
        for wrong in ["-1 -1 2 0 0 16 16 0", "-1 -1 1 0 0 25 8 0", "-1 -1", "a b c d e f"] {
            #expect(throws: RiverFileMistake.self) {
                try GSHHG.rivers(points: points, lines: Data(wrong.utf8))
            }
        }
    }

    @Test func `simplified borders still meet at their ends`() throws {
        let graph = BorderGraph(Samples().provinces())
        let simplification = Simplification(tolerance: 1_000_000, joints: graph.joints)
        let coast = Set(graph.lines(.coast).flatMap(simplification.simplified))
        for line in graph.lines(.province).map(simplification.simplified) {
            #expect(line.count < 20)
            #expect(coast.contains(line[0]) || coast.contains(line[line.count - 1]))
        }
    }

    @Test func `a country's label lies inside it`() throws {
        let spot = try #require(LabelSpot(in: [Samples.box(4, 44, 14, 48).map(WorldPoint.init)]))
        let longitude = WebMercator.longitude(x: Double(spot.point.x) / Double(1 << 30))
        let latitude = WebMercator.latitude(y: Double(spot.point.y) / Double(1 << 30))
        #expect((5...13).contains(longitude))
        #expect((44.5...47.5).contains(latitude))
    }

    @Test func `a capital may have another name`() throws {
        let towns = """
            {"1": {"name": "Bern", "latitude": 46.95, "longitude": 7.45, "countrycode": "CH", "population": 121631,
                   "alternatenames": ["Berna", "Berne"]},
             "2": {"name": "Zürich", "latitude": 47.37, "longitude": 8.55, "countrycode": "CH", "population": 341730,
                   "alternatenames": ["Zurich"]}}
            """
        let places = try GeoNames.places(
            towns: Data(towns.utf8), countries: Data(#"{"CH": {"capital": "Berne"}}"#.utf8))
        #expect(places.filter(\.isCapital).map(\.name) == ["Bern"])
    }

    @Test func `the largest town with a capital's name is the capital`() throws {
        let towns = """
            {"1": {"name": "Paris", "latitude": 48.85, "longitude": 2.35, "countrycode": "FR", "population": 2138551},
             "2": {"name": "Paris", "latitude": 33.66, "longitude": -95.55, "countrycode": "US", "population": 24782}}
            """
        let countries = #"{"FR": {"capital": "Paris"}, "US": {"capital": "Washington"}}"#
        let places = try GeoNames.places(towns: Data(towns.utf8), countries: Data(countries.utf8))
        #expect(places.map(\.isCapital) == [true, false])
    }
}
