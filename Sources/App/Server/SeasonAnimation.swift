import API
package import Allergens
package import Drawing
import Foundation
import Geography
import Observations
package import Rendering

/// Draws a layer over a region, day by day.
package struct SeasonAnimation: Sendable {
    /// The parameters of an animation.
    package struct Order: Sendable {
        package let layer: String
        package let days: ClosedRange<CivilDate>
        package let window: MapWindow

        package init(layer: String, days: ClosedRange<CivilDate>, window: MapWindow) {
            self.layer = layer
            self.days = days
            self.window = window
        }

        /// The number of pictures.
        package var count: Int { days.upperBound.daysSinceEpoch - days.lowerBound.daysSinceEpoch + 1 }
    }

    /// One day's picture.
    package struct Picture: Sendable {
        package let day: CivilDate
        package let width: Int
        package let height: Int
        /// The colours, row by row from the top left.
        package let pixels: [Colour]
    }

    private let order: Order
    private let network: Network
    private let source: MapService
    private let layer: Layer
    private let frame: MapFrame

    /// Prepares what all pictures share.
    ///
    /// - Throws: `LayerError`, and the errors of the store.
    package init(_ order: Order, network: Network) async throws {
        self.order = order
        self.network = network
        source = MapService(network: network, now: Date.init)
        layer = try network.layers.layer(named: order.layer)
        let stations = try await network.store.stations(in: order.window.box)
        frame = try MapFrame(
            window: order.window, layer: layer,
            places: stations.map { .init(id: $0.id, name: $0.name, position: $0.position) },
            attribution: Self.attribution(of: layer, stations))
    }

    /// Returns the attributions of the layer and the stations, and a note if any station is simulated.
    private static func attribution(of layer: Layer, _ stations: [Station]) -> String {
        var sources = [layer.attribution] + Set(stations.compactMap(\.attribution)).sorted()
        let isSaid = sources.contains { $0.localizedCaseInsensitiveContains("simulated") }
        if !isSaid, stations.contains(where: \.isSimulated) { sources.append("simulated values") }
        return sources.joined(separator: " · ")
    }

    /// The colours that must stay exact in a limited palette.
    package var colours: [Colour] { frame.colours }

    /// Draws the days in order, several at a time on several cores.
    package func draw(_ take: (Picture) throws -> Void) async throws {
        let days = order.days
        let width = max(ProcessInfo.processInfo.activeProcessorCount, 1)
        for start in stride(from: 0, to: order.count, by: width) {
            let pictures = try await withThrowingTaskGroup(of: Picture.self) { group in
                for number in start..<min(start + width, order.count) {
                    group.addTask { try await picture(of: days.lowerBound.adding(days: number)) }
                }
                return try await group.reduce(into: [Picture]()) { $0.append($1) }
            }
            for picture in pictures.sorted(by: { $0.day < $1.day }) { try take(picture) }
        }
    }

    private func picture(of day: CivilDate) async throws -> Picture {
        var tiles: [[UInt8]] = []
        for tile in order.window.tiles {
            tiles.append(
                try await source.tile(
                    TileQuery(tile: tile.address, scale: 1, layer: order.layer, day: day)
                ).png)
        }
        var reporting: Set<Station.ID> = []
        for allergen in layer.allergens {
            let values =
                day > CivilDate(at: Date(), in: .gmt)
                ? try await network.store.forecasts(of: allergen, for: day)
                : try await network.store.newestValues(of: allergen, in: Recency.days(for: day))
            reporting.formUnion(values.map(\.station))
        }
        let over = day.daysSinceEpoch - order.days.lowerBound.daysSinceEpoch + 1
        let canvas = try frame.draw(
            MapFrame.Day(
                day: day, share: Double(over) / Double(order.count), tiles: tiles, reporting: reporting))
        return Picture(day: day, width: canvas.width, height: canvas.height, pixels: try canvas.pixels())
    }
}
