import CGD

/// A libgd image.
@safe struct PictureCanvas: ~Copyable {
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
    func scaled(to edge: Int) throws(PortraitMistake) -> PictureCanvas {
        let (width, height) = unsafe (image.pointee.sx, image.pointee.sy)
        let factor = min(1, Double(edge) / Double(max(width, height)))
        let (wide, high) = (
            max(1, CInt((Double(width) * factor).rounded())),
            max(1, CInt((Double(height) * factor).rounded()))
        )
        let small = try unsafe PictureCanvas(gdImageCreateTrueColor(wide, high))
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
    var width: Int { unsafe Int(image.pointee.sx) }
    var height: Int { unsafe Int(image.pointee.sy) }

    /// Returns the picture turned.
    func turned(_ turn: PictureTurn) throws(PortraitMistake) -> PictureCanvas {
        let (width, height) = (width, height)
        let (wide, high) = turn.isSideways ? (height, width) : (width, height)
        let turned = try unsafe PictureCanvas(gdImageCreateTrueColor(CInt(wide), CInt(high)))
        guard let from = unsafe image.pointee.tpixels, let to = unsafe turned.image.pointee.tpixels
        else { throw .damaged }
        for y in 0..<high {
            guard let row = unsafe to[y] else { throw .damaged }
            for x in 0..<wide {
                let place = turn.source(x, y, width, height)
                guard let source = unsafe from[place.y] else { throw .damaged }
                unsafe row[x] = source[place.x]
            }
        }
        return turned
    }

    /// Returns the picture as a file.
    func written(as kind: PictureSize.Kind, quality: CInt) throws(PortraitMistake) -> [UInt8] {
        unsafe gdImageAlphaBlending(image, 0)
        unsafe gdImageSaveAlpha(image, 1)
        var count: CInt = 0
        let bytes =
            switch kind {
            case .png: unsafe gdImagePngPtr(image, &count)
            case .jpeg: unsafe gdImageJpegPtr(image, &count, quality)
            case .webP: unsafe gdImageWebpPtrEx(image, &count, quality)
            }
        guard let bytes = unsafe bytes else { throw .damaged }
        defer { unsafe gdFree(bytes) }
        return unsafe Array(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
    }
}
