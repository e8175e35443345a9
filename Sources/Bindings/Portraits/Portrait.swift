import CGD

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
        let whole = try PortraitCanvas(file, size.kind)
        png = try whole.scaled(to: Self.edge).png()
    }
}

/// A libgd image.
@safe private struct PortraitCanvas: ~Copyable {
    private let image: gdImagePtr

    deinit { unsafe gdImageDestroy(image) }

    private init(_ image: gdImagePtr?) throws(PortraitMistake) {
        guard let image = unsafe image else { throw .damaged }
        unsafe self.image = image
    }

    init(_ file: [UInt8], _ kind: PictureSize.Kind) throws(PortraitMistake) {
        var bytes = file
        let count = CInt(bytes.count)
        let image = unsafe bytes.withUnsafeMutableBytes { buffer in
            switch kind {
            case .png: unsafe gdImageCreateFromPngPtr(count, buffer.baseAddress)
            case .jpeg: unsafe gdImageCreateFromJpegPtr(count, buffer.baseAddress)
            case .webP: unsafe gdImageCreateFromWebpPtr(count, buffer.baseAddress)
            }
        }
        try unsafe self.init(image)
    }

    /// Returns the picture scaled down so that neither edge exceeds `edge`.
    ///
    /// A small picture keeps its size.
    func scaled(to edge: Int) throws(PortraitMistake) -> PortraitCanvas {
        let (width, height) = unsafe (image.pointee.sx, image.pointee.sy)
        let factor = min(1, Double(edge) / Double(max(width, height)))
        let (wide, high) = (
            max(1, CInt((Double(width) * factor).rounded())),
            max(1, CInt((Double(height) * factor).rounded()))
        )
        let small = try unsafe PortraitCanvas(gdImageCreateTrueColor(wide, high))
        unsafe gdImageAlphaBlending(small.image, 0)
        unsafe gdImageSaveAlpha(small.image, 1)
        unsafe gdImageCopyResampled(small.image, image, 0, 0, 0, 0, wide, high, width, height)
        return small
    }

    func png() throws(PortraitMistake) -> [UInt8] {
        var count: CInt = 0
        guard let bytes = unsafe gdImagePngPtr(image, &count) else { throw .damaged }
        defer { unsafe gdFree(bytes) }
        return unsafe Array(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
    }
}
