import CGD

/// Why a picture cannot be used.
package enum PortraitMistake: Error, Hashable, Sendable, CaseIterable {
    /// It is neither PNG, JPEG nor WebP.
    case kind
    /// It has more pixels than are unpacked here.
    case size
    /// It is damaged.
    case damaged
}

/// A small picture of somebody, made of one that they sent.
///
/// Only its pixels are kept: where it was taken, by what and when stays behind, as does whatever else a file may hide.
package struct Portrait: Sendable {
    /// The longest edge of what is kept, in pixels.
    package static let edge = 100
    /// The bytes of a file that is looked at.
    package static let fileSize = 5 << 20
    /// The pixels of a picture that is unpacked, 4 bytes each: what a camera of 16 megapixels takes.
    static let pixels = 1 << 24

    /// The picture as PNG, at most ``edge`` wide and high.
    package let png: [UInt8]

    /// Makes the picture.
    ///
    /// - Throws: ``PortraitMistake``; nothing was unpacked unless it is `damaged`.
    package init(_ file: [UInt8]) throws(PortraitMistake) {
        guard let size = PictureSize(file) else { throw .kind }
        guard size.width <= Self.pixels / size.height else { throw .size }
        let whole = try PortraitCanvas(file, size.kind)
        png = try whole.scaled(to: Self.edge).png()
    }
}

/// A picture of libgd.
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

    /// The picture, made smaller so that neither edge is longer than `edge`; a small one stays as it is.
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
