import Drawing

/// The colours of the basemap: muted, so that the layers above stand out.
package enum BasemapStyle: String, CaseIterable, Sendable {
    case light, dark

    /// A part of every tile's tag, which changes when the same data would be drawn differently.
    static let version = 3

    var water: Colour { pick(0xD8E0E4, 0x10181C) }
    var land: Colour { pick(0xF4F4F0, 0x20282C) }
    var coast: Colour { pick(0x9DB0B8, 0x42535B) }
    var countryBorder: Colour { pick(0x8E9698, 0x6A7B83) }
    var provinceBorder: Colour { pick(0xD0D1CD, 0x344046) }
    var countryName: Colour { pick(0x566267, 0x8FA0A8) }
    var townName: Colour { pick(0x555F63, 0xA6B5BB) }
    var halo: Colour { land.faded(to: 0.8) }

    private func pick(_ light: UInt32, _ dark: UInt32) -> Colour {
        let value = self == .light ? light : dark
        return Colour(
            red: UInt8(value >> 16 & 0xFF), green: UInt8(value >> 8 & 0xFF), blue: UInt8(value & 0xFF))
    }

    /// The width of a country's border in units, which grows a little with the zoom.
    static func countryWidth(zoom: Int) -> Double { min(0.7 + 0.08 * Double(zoom), 1.4) }

    /// The width of a coast in units.
    static func coastWidth(zoom: Int) -> Double { zoom < 4 ? 0.5 : 0.8 }
}
