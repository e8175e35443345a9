/// Why a picture cannot be used.
package enum PortraitMistake: Error, Hashable, Sendable, CaseIterable {
    /// The file is neither PNG, JPEG nor WebP.
    case kind
    /// The picture has too many pixels to decode.
    case size
    /// The file is damaged.
    case damaged
}

/// A small portrait, made from an uploaded picture.
///
/// Only the pixels are stored. Metadata such as place, device and time are dropped, as is anything else
/// hidden in the file.
package struct Portrait: Sendable {
    /// The longest edge of the portrait, in pixels.
    package static let edge = 100
    /// The largest accepted file, in bytes.
    package static let fileSize = 5 << 20
    /// The largest decoded picture in pixels, 4 bytes each: that of a 16-megapixel camera.
    static let pixels = 1 << 24

    /// The portrait as PNG, at most ``edge`` wide and high.
    package let png: [UInt8]

    /// Makes a portrait.
    ///
    /// - Throws: ``PortraitMistake``. Nothing is decoded before the kind and the size are accepted.
    package init(_ file: [UInt8]) throws(PortraitMistake) {
        guard let size = PictureSize(file) else { throw .kind }
        guard size.width <= Self.pixels / size.height else { throw .size }
        let whole = try PictureCanvas(file, size.kind)
        png = try whole.scaled(to: Self.edge).png()
    }
}
