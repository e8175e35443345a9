import Allergens
import Drawing
import Foundation
import Testing

@testable import Rendering

@Suite struct LegendTests {
    @Test func `the legend of one allergen gives concentrations`() throws {
        let legend = Legend(try catalogue().layer(named: "birch"))
        #expect(legend.unit == "grains/m³")
        #expect(Level.allCases.map(legend.range) == ["0", "1–10", "11–69", "70–299", "300 and more"])
        #expect(legend.classes.map(\.to) == [1, 11, 70, 300, nil])
        #expect(legend.source.contains("MeteoSwiss"))
    }

    @Test func `the legend of several allergens gives the index`() throws {
        let legend = Legend(try catalogue().layer(named: "birch+oak"))
        #expect(legend.unit == "index")
        #expect(Level.allCases.map(legend.range) == ["0", "0–2.5", "2.5–5", "5–7.5", "7.5–10"])
    }

    @Test func `every layer's legend can be drawn and encoded`() throws {
        for layer in try catalogue().layers {
            let canvas = try Canvas(png: LegendRenderer().png(layer, scale: 1))
            #expect(canvas.width == 248)
            _ = try JSONEncoder().encode(Legend(layer))
        }
    }
}
