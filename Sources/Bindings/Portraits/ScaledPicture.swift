/// A picture in a smaller size, in the kind of file that it was.
package struct ScaledPicture: Sendable {
    /// The quality of JPEG and WebP, of 100: small pictures are looked at and not printed.
    private static let quality: CInt = 80

    package let bytes: [UInt8]

    /// Scales a picture of at most 16 million pixels so that neither edge exceeds `edge`; a small one keeps its size.
    ///
    /// - Throws: ``PortraitMistake``. Nothing is decoded before the kind and the size are accepted.
    package init(_ file: [UInt8], to edge: Int) throws(PortraitMistake) {
        guard let size = PictureSize(file) else { throw .kind }
        guard size.width <= Portrait.pixels / size.height else { throw .size }
        bytes = try PictureCanvas(file, size.kind).scaled(to: edge)
            .written(as: size.kind, quality: Self.quality)
    }
}
