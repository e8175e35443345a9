/// A picture without anything but its pixels, upright, in the kind of file that it was.
///
/// It is decoded and drawn anew: metadata such as place, device and time, thumbnails, colour profiles, comments and
/// whatever else is hidden in the file are gone. A JPEG is turned as its camera was held, since what said so is gone.
package struct CleanPicture: Sendable {
    /// The quality of JPEG and WebP, of 100: writing on paper stays sharp.
    static let quality: CInt = 90

    package let kind: PictureSize.Kind
    package let bytes: [UInt8]

    /// Cleans a picture of at most 16 million pixels.
    ///
    /// - Throws: ``PortraitMistake``. Nothing is decoded before the kind and the size are accepted.
    package init(_ file: [UInt8]) throws(PortraitMistake) {
        guard let size = PictureSize(file) else { throw .kind }
        guard size.width <= Portrait.pixels / size.height else { throw .size }
        kind = size.kind
        let turn = size.kind == .jpeg ? PictureTurn(jpeg: file) : .none
        let whole = try PictureCanvas(file, size.kind)
        guard whole.width == size.width, whole.height == size.height else { throw .damaged }
        guard turn != .none else {
            bytes = try whole.written(as: size.kind, quality: Self.quality)
            return
        }
        bytes = try whole.turned(turn).written(as: size.kind, quality: Self.quality)
    }
}

/// How the rows and columns of a picture lie, as a camera notes it (Exif 2.32, tag 274, *Orientation*).
enum PictureTurn: Int {
    case none = 1
    case mirrored, turnedOver, flipped, transposed, turnedRight, transversed, turnedLeft

    /// Whether width and height change places.
    var isSideways: Bool { rawValue >= PictureTurn.transposed.rawValue }

    /// The pixel of a picture of that width and height that comes to a place.
    func source(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> (x: Int, y: Int) {
        switch self {
        case .none: (x, y)
        case .mirrored: (width - 1 - x, y)
        case .turnedOver: (width - 1 - x, height - 1 - y)
        case .flipped: (x, height - 1 - y)
        case .transposed: (y, x)
        case .turnedRight: (y, height - 1 - x)
        case .transversed: (width - 1 - y, height - 1 - x)
        case .turnedLeft: (width - 1 - y, x)
        }
    }

    /// Reads the note of a JPEG; ``none`` if there is none, or none that can be read.
    init(jpeg bytes: [UInt8]) {
        var place = 2
        while place + 4 <= bytes.count, bytes[place] == 0xFF {
            let marker = bytes[place + 1]
            if marker == 0xFF {
                place += 1
                continue
            }
            // The picture itself begins, and no segment of metadata follows that browsers read.
            guard marker != 0xDA else { break }
            let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
            guard length >= 2, place + 2 + length <= bytes.count else { break }
            if marker == 0xE1, let turn = Self(exif: bytes[(place + 4)..<(place + 2 + length)]) {
                self = turn
                return
            }
            place += 2 + length
        }
        self = .none
    }

    /// Reads the segment APP1: `Exif`, two zeros, and a TIFF with a first directory.
    private init?(exif segment: ArraySlice<UInt8>) {
        guard segment.starts(with: Array("Exif\0\0".utf8)) else { return nil }
        let tiff = Array(segment.dropFirst(6))
        let isLittle = tiff.starts(with: Array("II".utf8))
        guard isLittle || tiff.starts(with: Array("MM".utf8)) else { return nil }
        func number(_ place: Int, _ count: Int) -> Int? {
            guard place >= 0, place + count <= tiff.count else { return nil }
            let part = tiff[place..<place + count]
            return isLittle
                ? part.reversed().reduce(0) { $0 << 8 | Int($1) } : part.reduce(0) { $0 << 8 | Int($1) }
        }
        guard let start = number(4, 4), let count = number(start, 2) else { return nil }
        for entry in 0..<count {
            let place = start + 2 + 12 * entry
            guard let tag = number(place, 2) else { return nil }
            guard tag == 274 else { continue }
            guard let value = number(place + 8, 2) else { return nil }
            self.init(rawValue: value)
            return
        }
        return nil
    }
}
