import Allergens
import Drawing
import Foundation
import SampleTesting
import Testing

@testable import Rendering

/// Checks that the map's content is visible against its background (WCAG 2.2, 1.4.3 and 1.4.11).
///
/// Five levels from pale to dark cannot all have 3:1 against both a light and a dark ground, so no
/// colour has to be recognised on its own: stations show their level's figure in a ring, as the legend
/// does, and lists have its word. The tests require what readers need from these, and record which
/// colours reach the contrast on their own.
@Suite struct RampContrastTests {
    private enum Scheme: String, CaseIterable {
        case light, dark

        /// Land and water of the basemap.
        var grounds: [Colour] {
            (self == .light ? ["#F4F4F0", "#D8E0E4"] : ["#20282C", "#10181C"]).compactMap { Colour(hex: $0) }
        }
    }

    private func contrast(_ first: Colour, _ second: Colour) -> Double {
        let luminances = [first.luminance, second.luminance].sorted()
        return (luminances[1] + 0.05) / (luminances[0] + 0.05)
    }

    /// A custom property of the site's style sheet: its first value is for light
    /// pages, its second for dark ones.
    private func property(_ name: String, _ scheme: Scheme) throws -> Colour {
        let sheet = try String(
            contentsOf: repository.appending(path: "Sources/Web/Site/Pages/style.css"), encoding: .utf8)
        let values = sheet.split(separator: "\n").compactMap { line -> Colour? in
            let parts = line.split(separator: ":").map { $0.trimmingCharacters(in: .whitespaces) }
            guard parts.count == 2, parts[0] == "--\(name)" else { return nil }
            return Colour(hex: parts[1].replacing(";", with: ""))
        }
        try #require(values.count == 2, "--\(name) has no value for light and for dark pages")
        return values[scheme == .light ? 0 : 1]
    }

    @Test func `the figure of a level is readable on each colour of each ramp`() throws {
        let inks = [Colour(red: 0, green: 0, blue: 0), Colour.white]
        for ramp in try catalogue().ramps {
            for level in Level.allCases {
                let colour = ramp.colour(of: level)
                let best = inks.map { contrast($0, colour) }.max() ?? 0
                #expect(best >= 4.5, "\(ramp.id), \(level): \(best)")
            }
        }
    }

    @Test(arguments: ["light", "dark"])
    func `the names beside stations stand out from land and water`(name: String) throws {
        let scheme = try #require(Scheme(rawValue: name))
        let (ink, halo) = try (property("ink", scheme), property("halo", scheme))
        for ground in scheme.grounds { #expect(contrast(ink, ground) >= 4.5, "\(ground.hex)") }
        #expect(contrast(ink, halo) >= 4.5)
        // Where there is no reading, there is only a dashed ring.
        let dashes = try property("control-line", scheme)
        #expect(contrast(dashes, try property("paper", scheme)) >= 3)
    }

    @Test
    func `the ring of a station contrasts with light ground, and its colour with dark ground`()
        throws
    {
        let sheet = try String(
            contentsOf: repository.appending(path: "Sources/Web/Site/Pages/map.css"), encoding: .utf8)
        let rule = try #require(sheet.firstMatch(of: /\.station \{ stroke: (#[0-9a-f]{6}); \}/))
        let ring = try #require(Colour(hex: String(rule.1)))
        let ramp = try #require(try catalogue().ramps.first { $0.id == "intensity" })
        for ground in Scheme.light.grounds { #expect(contrast(ring, ground) >= 4.5) }
        for level in Level.allCases {
            let colour = ramp.colour(of: level)
            for ground in Scheme.dark.grounds { #expect(contrast(colour, ground) >= 3, "\(level)") }
            if level < .high { #expect(contrast(ring, colour) >= 4.5, "\(level)") }
        }
    }

    @Test func `strong levels contrast by their colour alone, and weak ones do on dark ground`() throws {
        let ramp = try #require(try catalogue().ramps.first { $0.id == "intensity" })
        var lacking: Set<String> = []
        for scheme in Scheme.allCases {
            for level in Level.allCases where contrast(ramp.colour(of: level), scheme.grounds[0]) < 3 {
                lacking.insert("\(level) on \(scheme)")
            }
        }
        #expect(lacking == ["none on light", "low on light", "moderate on light"])
    }
}
