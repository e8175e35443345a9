import Drawing

/// The colours of the basemap: muted, so that the layers above stand out.
package enum BasemapStyle: String, CaseIterable, Sendable {
    case light, dark
    /// What has to be seen above the colours, too: lines and names on transparent ground.
    case lightLines = "light-lines"
    case darkLines = "dark-lines"

    /// A part of every tile's tag, which changes when the same data would be drawn differently.
    static let version = 7

    var isTransparent: Bool { self == .lightLines || self == .darkLines }

    var water: Colour { pick(0xD8E0E4, 0x10181C) }
    var land: Colour { pick(0xF4F4F0, 0x20282C) }
    /// Land that is lighter or darker than flat land by a shade of `Relief`, −1…1, in a few steps.
    ///
    /// Steps keep flat land even, because altitudes are known in steps as well, and a tile within 256 colours.
    func land(shade: Float) -> Colour {
        let steps = Int(min(max((shade * 10).rounded(), -10), 10))
        let rise = min(max(steps, reliefSteps.lowerBound), reliefSteps.upperBound) * (self == .light ? 6 : 4)
        func channel(_ flat: UInt8) -> UInt8 { UInt8(clamping: Int(flat) + rise) }
        return Colour(red: channel(land.red), green: channel(land.green), blue: channel(land.blue))
    }

    /// The steps of land in shadow and in the sun; names can be read on all of them.
    var reliefSteps: ClosedRange<Int> { self == .light ? -4...1 : -3...3 }

    var coast: Colour { line(0x9DB0B8, 0x42535B, above: 0.3) }
    var river: Colour { pick(0xB7C8D0, 0x354850) }
    var countryBorder: Colour { line(0x8E9698, 0x6A7B83, above: 0.45) }
    var provinceBorder: Colour { line(0xD0D1CD, 0x344046, above: 0.12) }
    var countryName: Colour { line(0x566267, 0x8FA0A8, above: 0.8) }
    var townName: Colour { line(0x555F63, 0xA6B5BB, above: 0.85) }
    var halo: Colour { land.faded(to: haloShare) }

    /// As much as letters need to be read on every colour of the layers: white ones need more on yellow.
    private var haloShare: Double {
        switch self {
        case .light, .dark: 0.8
        case .lightLines: 0.65
        case .darkLines: 0.7
        }
    }

    /// What lines and letters above the colours are drawn with: as it covers them in part only, it suits all of them.
    private var ink: Colour { pick(0x17262B, 0xFFFFFF) }

    private func line(_ light: UInt32, _ dark: UInt32, above share: Double) -> Colour {
        isTransparent ? ink.faded(to: share) : pick(light, dark)
    }

    private func pick(_ light: UInt32, _ dark: UInt32) -> Colour {
        let value = self == .light || self == .lightLines ? light : dark
        return Colour(
            red: UInt8(value >> 16 & 0xFF), green: UInt8(value >> 8 & 0xFF), blue: UInt8(value & 0xFF))
    }

    /// The colours of what stands for coasts and borders where the data are too coarse for lines.
    var coastBand: Colour {
        isTransparent ? ink.faded(to: 0.08) : water.mixed(with: land, share: 0.5)
    }
    var countryBand: Colour { line(0x8E9698, 0x6A7B83, above: 0.6).faded(to: 0.18) }

    /// The zoom from which coasts and borders are bands: lines would show corners and turns that are not there.
    static let firstBandZoom = 10

    /// Half the width of a band in units, which is the same on the ground at each zoom.
    ///
    /// In Central Europe the band is 1.25 km wide. The data are made for maps of 1 : 10,000,000, on which that is an
    /// eighth of a millimetre.
    static func bandRadius(zoom: Int) -> Double { 6 * Double(1 << max(zoom - firstBandZoom, 0)) }

    /// The width of a country's border in units, which grows a little with the zoom.
    static func countryWidth(zoom: Int) -> Double { min(0.7 + 0.08 * Double(zoom), 1.4) }

    /// The width of a coast in units.
    static func coastWidth(zoom: Int) -> Double { zoom < 4 ? 0.5 : 0.8 }
}
