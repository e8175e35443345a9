/// An app icon for systems that do not accept SVG; it is served as `/assets/{name}`.
package struct AppIcon: Sendable {
    package let name: String
    package let png: [UInt8]

    package init(name: String, png: [UInt8]) {
        (self.name, self.png) = (name, png)
    }

    /// The largest one, for previews of links.
    package static let large = "icon-512.png"
    /// The icon behind `/favicon.ico`; systems scale its 48 pixels.
    package static let favicon = "favicon-48.png"
    private static let faviconSide: UInt8 = 48

    /// The picture in an ICO file with this one entry, which may be a PNG file since Windows Vista.
    var inContainer: [UInt8] {
        let offset: UInt32 = 22
        func bytes(_ value: UInt32) -> [UInt8] {
            (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
        }
        let directory: [UInt8] = [0, 0, 1, 0, 1, 0]
        // Width, height, no palette, reserved, one plane, 32 bits a pixel.
        let entry: [UInt8] = [Self.faviconSide, Self.faviconSide, 0, 0, 1, 0, 32, 0]
        return directory + entry + bytes(UInt32(png.count)) + bytes(offset) + png
    }
}
