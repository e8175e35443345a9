import Foundation

/// A colour in sRGB with straight (not premultiplied) alpha, 8 bits per channel.
package struct Colour: Hashable, Sendable {
    package let red: UInt8
    package let green: UInt8
    package let blue: UInt8
    /// 0 is invisible, 255 opaque.
    package let alpha: UInt8

    package init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    /// Parses `#RRGGBB` or `#RRGGBBAA`.
    ///
    /// Returns `nil` for any other text.
    package init?(hex: String) {
        let digits = hex.utf8.dropFirst()
        guard hex.utf8.first == UInt8(ascii: "#"), digits.count == 6 || digits.count == 8,
            digits.allSatisfy({ isxdigit(Int32($0)) != 0 }), let number = UInt32(hex.dropFirst(), radix: 16)
        else { return nil }
        let value = digits.count == 6 ? number << 8 | 0xFF : number
        self.init(
            red: UInt8(value >> 24), green: UInt8(value >> 16 & 0xFF), blue: UInt8(value >> 8 & 0xFF),
            alpha: UInt8(value & 0xFF))
    }

    package static let transparent = Colour(red: 0, green: 0, blue: 0, alpha: 0)
    package static let white = Colour(red: 255, green: 255, blue: 255)

    /// The colour without its alpha, as `#RRGGBB`.
    package var hex: String { String(format: "#%02X%02X%02X", red, green, blue) }

    /// Returns the colour with its alpha scaled by `share`, 0…1.
    package func faded(to share: Double) -> Colour {
        Colour(red: red, green: green, blue: blue, alpha: UInt8((Double(alpha) * share).rounded()))
    }

    /// Interpolates linearly in sRGB towards `other`, in all channels.
    ///
    /// `share` 0…1 is the part of `other`.
    package func mixed(with other: Colour, share: Double) -> Colour {
        func mix(_ from: UInt8, _ to: UInt8) -> UInt8 {
            UInt8((Double(from) + (Double(to) - Double(from)) * share).rounded())
        }
        return Colour(
            red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue),
            alpha: mix(alpha, other.alpha))
    }

    /// Returns the opaque colour that results from this one over an opaque one.
    package func laid(over ground: Colour) -> Colour {
        let opaque = Colour(red: red, green: green, blue: blue)
        return ground.mixed(with: opaque, share: Double(alpha) / 255)
    }

    /// The relative luminance of the opaque colour, 0 (black) … 1 (white), as WCAG 2.2 defines it.
    package var luminance: Double {
        func linear(_ channel: UInt8) -> Double {
            let value = Double(channel) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }
}
