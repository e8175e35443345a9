import Allergens
import Drawing
import Foundation
import Testing

@testable import Rendering

/// Checks that everybody can tell the colours apart, on every map.
@Suite struct RampVisionTests {
    /// The part of linear RGB that remains for each kind of vision, at full severity (Machado, Oliveira &
    /// Fernandes 2009, doi 10.1109/TVCG.2009.113).
    enum Vision: String, CaseIterable {
        case typical, protanopia, deuteranopia, tritanopia

        var matrix: [[Double]] {
            switch self {
            case .typical: [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
            case .protanopia:
                [
                    [0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
                    [-0.003882, -0.048116, 1.051998],
                ]
            case .deuteranopia:
                [
                    [0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
                    [-0.011820, 0.042940, 0.968881],
                ]
            case .tritanopia:
                [
                    [1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
                    [0.004733, 0.691367, 0.303900],
                ]
            }
        }
    }

    /// Land on the light and on the dark basemap.
    private let grounds = [Colour(hex: "#F4F4F0")!, Colour(hex: "#20282C")!]

    private func linear(_ colour: Colour) -> [Double] {
        [colour.red, colour.green, colour.blue].map { channel in
            let share = Double(channel) / 255
            return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
        }
    }

    private func product(_ matrix: [[Double]], _ vector: [Double]) -> [Double] {
        matrix.map { row in zip(row, vector).reduce(0) { $0 + $1.0 * $1.1 } }
    }

    /// A colour as a kind of vision sees it, in CIELAB under D65.
    private func lab(_ colour: Colour, _ vision: Vision) -> [Double] {
        let seen = product(vision.matrix, linear(colour)).map { min(max($0, 0), 1) }
        let xyz = product(
            [
                [0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750],
                [0.0193339, 0.1191920, 0.9503041],
            ], seen)
        let f = zip(xyz, [0.95047, 1, 1.08883]).map { value, white in
            value / white > 0.008856 ? cbrt(value / white) : 7.787 * value / white + 16.0 / 116
        }
        return [116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])]
    }

    /// The colour difference ΔE*ab (CIE 1976); 2.3 is just noticeable when colours touch.
    private func difference(_ first: Colour, _ second: Colour, _ vision: Vision) -> Double {
        zip(lab(first, vision), lab(second, vision)).reduce(0) { $0 + pow($1.0 - $1.1, 2) }.squareRoot()
    }

    /// The contrast ratio of WCAG 2.2.
    private func contrast(_ first: Colour, _ second: Colour) -> Double {
        let luminances = [first, second].map { colour in
            zip(linear(colour), [0.2126, 0.7152, 0.0722]).reduce(0) { $0 + $1.0 * $1.1 }
        }.sorted()
        return (luminances[1] + 0.05) / (luminances[0] + 0.05)
    }

    private func colours(of ramp: String) throws -> [Colour] {
        let ramp = try #require(try catalogue().ramps.first { $0.id == ramp })
        return Level.allCases.dropFirst().map { ramp.colour(of: $0) }
    }

    @Test(arguments: Vision.allCases)
    func `any two levels of the ramp for dark maps differ clearly, and from dark ground`(
        vision: Vision
    ) throws {
        let colours = try colours(of: "night")
        for (place, first) in colours.enumerated() {
            for second in colours[(place + 1)...] { #expect(difference(first, second, vision) > 20) }
            #expect(difference(first, grounds[1], vision) > 12)
        }
    }

    @Test func `on dark maps each level is brighter than the one below, and none is the dimmest`() throws {
        let ramp = try #require(try catalogue().ramps.first { $0.id == "night" })
        let shades = Level.allCases.flatMap { ramp.shades(of: $0, in: .stepped) }
        for (dimmer, brighter) in zip(shades, shades.dropFirst()) {
            #expect(dimmer.luminance < brighter.luminance)
        }
        // A station that counts nothing is seen all the same.
        for shade in shades { #expect(contrast(shade, grounds[1]) >= 3) }
    }

    @Test(arguments: Vision.allCases)
    func `any two levels of the default ramp differ clearly to every kind of vision`(vision: Vision) throws {
        let colours = try colours(of: "intensity")
        for (place, first) in colours.enumerated() {
            for second in colours[(place + 1)...] { #expect(difference(first, second, vision) > 20) }
        }
    }

    @Test(arguments: Vision.allCases)
    func `every level of the default ramp differs from light and dark ground`(vision: Vision) throws {
        for colour in try colours(of: "intensity") {
            for ground in grounds { #expect(difference(colour, ground, vision) > 12) }
        }
    }

    @Test func `high and very high have the contrast of graphics on light and dark ground`() throws {
        for colour in try colours(of: "intensity").suffix(2) {
            for ground in grounds { #expect(contrast(colour, ground) >= 3) }
        }
    }

    @Test func `traffic-light colours fail people who confuse red and green, so they are not the default`()
        throws
    {
        let colours = try colours(of: "traffic-light")
        let least = zip(colours, colours.dropFirst()).map { difference($0, $1, .deuteranopia) }.min() ?? 0
        let leastTypical = zip(colours, colours.dropFirst()).map { difference($0, $1, .typical) }.min() ?? 0
        #expect(leastTypical > 30)
        #expect(least < 20)
        #expect(try catalogue().layers.allSatisfy { $0.ramp.id == "intensity" })
    }
}
