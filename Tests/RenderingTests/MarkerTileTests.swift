import Alerts
import Allergens
import Drawing
import Foundation
import Geography
import Observations
import SeededTesting
import Testing

@testable import Rendering

@Suite struct MarkerTileTests {
    private let alps = Coordinate(longitude: 8, latitude: 46.5)!

    private func pins(_ layout: MarkerLayout) -> [MarkerLayout.Item] {
        layout.items.filter { if case .pin = $0.look { true } else { false } }
    }

    @Test(arguments: UInt64(0)..<20)
    func `no two pins overlap, and the higher level wins`(seed: UInt64) throws {
        let stations = stationMarkers(200, around: alps, within: 6, seed: seed)
        for zoom in [0, 3, 5, 7, 10] {
            let layout = MarkerLayout(stations: stations, zoom: zoom)
            let pins = pins(layout)
            #expect(!pins.isEmpty)
            for (place, pin) in pins.enumerated() {
                #expect(!pins[..<place].contains { $0.box.intersects(pin.box) })
            }
            let highest = stations.compactMap(\.today?.level).max()
            #expect(
                pins.contains {
                    if case .pin(let mark, _) = $0.look { mark?.level == highest } else { false }
                })
        }
    }

    @Test(arguments: UInt64(0)..<5)
    func `names and neighbouring days cover no pin`(seed: UInt64) throws {
        let layout = MarkerLayout(stations: stationMarkers(120, around: alps, within: 1, seed: seed), zoom: 9)
        var names = 0
        for item in layout.items {
            switch item.look {
            case .name:
                names += 1
                #expect(
                    !layout.items.contains { other in
                        if case .flanks = other.look { return false }
                        return other != item && other.box.intersects(item.box)
                    })
            case .flanks:
                #expect(
                    !pins(layout).contains {
                        ($0.x, $0.y) != (item.x, item.y) && $0.box.intersects(item.box)
                    })
            default: break
            }
        }
        #expect(names > 0)
    }

    @Test(arguments: UInt64(0)..<10)
    func `every alert is counted once, and markers do not overlap`(seed: UInt64) throws {
        let alerts = alertMarkers(300, around: alps, within: 5, seed: seed)
        for zoom in [0, 2, 5, 8, 12] {
            let items = MarkerLayout(alerts: alerts, zoom: zoom).items
            let counts = items.compactMap { if case .count(let count) = $0.look { count } else { nil } }
            let marks = items.filter { if case .count = $0.look { false } else { true } }
            #expect(marks.count - counts.count + counts.reduce(0, +) == alerts.count)
            for (place, mark) in marks.enumerated() {
                #expect(
                    !marks[..<place].contains {
                        abs($0.x - mark.x) < MarkerLayout.clusterReach
                            && abs($0.y - mark.y) < MarkerLayout.clusterReach
                    })
            }
        }
    }

    @Test func `the order of the markers does not matter`() throws {
        let stations = stationMarkers(150, around: alps, within: 3, seed: 4)
        let alerts = alertMarkers(150, around: alps, within: 3, seed: 4)
        var generator = SeededGenerator(seed: 4)
        for zoom in [2, 6, 9] {
            #expect(
                MarkerLayout(stations: stations, zoom: zoom).items
                    == MarkerLayout(stations: stations.reversed(), zoom: zoom).items)
            #expect(
                MarkerLayout(alerts: alerts, zoom: zoom).items
                    == MarkerLayout(alerts: alerts.shuffled(using: &generator), zoom: zoom).items)
        }
    }

    @Test func `everything that is drawn changes the key, and nothing else does`() throws {
        let layer = try markerLayer("stations")
        func station(_ level: Level, name: String = "Basel", east: Double = 7.58) -> StationMarker {
            StationMarker(
                station: Station.ID(rawValue: "basel")!, name: name,
                position: Coordinate(longitude: east, latitude: 47.56)!, isSimulated: false,
                yesterday: nil, today: .init(level: level, basis: .measured), tomorrow: nil, index: 3)
        }
        func key(_ stations: [StationMarker], zoom: Int = 9, scale: Int = 1) -> ContentKey {
            ContentKey(
                tile(zoom, over: 7.58, 47.56), scale: scale, layer: layer,
                layout: MarkerLayout(stations: stations, zoom: zoom))
        }
        let keys = [
            key([station(.low)]), key([station(.high)]), key([station(.low, name: "Basle")]),
            key([station(.low, east: 7.59)]), key([station(.low)], zoom: 8), key([station(.low)], scale: 2),
        ]
        #expect(Set(keys).count == keys.count)
        #expect(key([]) == .empty(scale: 1))
        // Names are not written at low zooms, and Madrid is far away.
        #expect(key([station(.low)], zoom: 6) == key([station(.low, name: "Basle")], zoom: 6))
        let madrid = stationMarkers(
            1, around: Coordinate(longitude: -3.7, latitude: 40.4)!, within: 0, seed: 1)
        #expect(key([station(.low)]) == key([station(.low)] + madrid))
    }

    @Test func `an alert fades with each step of its age, and each step has its own key`() throws {
        let layer = try markerLayer("alerts")
        let address = tile(9, over: 8, 46.5)
        let layouts = AlertMarker.Age.allCases.map { age in
            MarkerLayout(
                alerts: [
                    AlertMarker(
                        id: Alert.ID(rawValue: "a"), kind: .station, position: alps, level: .high, age: age)
                ], zoom: 9)
        }
        let opacities = try layouts.map { layout in
            let png = try #require(
                try MarkerRenderer().png(address, scale: 1, layer: layer, layout: layout))
            return try Canvas(png: png).pixels().map(\.alpha).max() ?? 0
        }
        #expect(opacities == opacities.sorted(by: >) && Set(opacities).count == 4 && opacities[3] > 100)
        let keys = layouts.map { ContentKey(address, scale: 1, layer: layer, layout: $0) }
        #expect(Set(keys).count == 4)
        #expect(
            [-0.1, 0, 0.24, 0.25, 0.5, 0.74, 0.75, 1].map { AlertMarker.Age(lived: $0).rawValue }
                == [0, 0, 0, 1, 2, 2, 3, 3])
    }

    @Test func `a tile without markers is not drawn`() throws {
        let layout = MarkerLayout(stations: [], zoom: 5)
        let png = try MarkerRenderer().png(
            tile(5, over: 8, 46.5), scale: 1, layer: markerLayer("stations"), layout: layout)
        #expect(png == nil)
    }

    @Test func `a place beyond the projection's limit is left out`() throws {
        let pole = stationMarkers(1, around: Coordinate(longitude: 0, latitude: -90)!, within: 0, seed: 3)
        #expect(MarkerLayout(stations: pole, zoom: 3).items.isEmpty)
    }

    @Test(arguments: [1, 2])
    func `stations at the peak of the season`(scale: Int) throws {
        for (zoom, name) in [(6, "stations-z6"), (9, "stations-z9")] {
            let spread = zoom == 6 ? 4.0 : 0.5
            let layout = MarkerLayout(
                stations: stationMarkers(zoom == 6 ? 60 : 14, around: alps, within: spread, seed: 11),
                zoom: zoom)
            let png = try MarkerRenderer().png(
                tile(zoom, over: 8, 46.5), scale: scale, layer: markerLayer("stations"), layout: layout)
            try expectGoldenTile(try #require(png), named: scale == 1 ? name : "\(name)@2x")
        }
    }

    @Test(arguments: [1, 2])
    func `alerts of all kinds and ages`(scale: Int) throws {
        let layout = MarkerLayout(alerts: alertMarkers(40, around: alps, within: 3, seed: 5), zoom: 6)
        let png = try MarkerRenderer().png(
            tile(6, over: 8, 46.5), scale: scale, layer: markerLayer("alerts"), layout: layout)
        try expectGoldenTile(try #require(png), named: scale == 1 ? "alerts-z6" : "alerts-z6@2x")
    }

    @Test(arguments: ["stations", "alerts"])
    func `the legend of markers`(name: String) throws {
        let png = try LegendRenderer().png(try markerLayer(name), scale: 2)
        try expectGoldenTile(png, named: "legend-\(name)@2x")
        _ = try JSONEncoder().encode(MarkerLegend(try markerLayer(name)))
    }
}
