import Drawing
import Interpolation

/// Turns grades and confidences into palette places.
///
/// The places of a palette rise first with the shade and then with the opacity, so the higher of two fields is
/// simply the greater byte.
struct Painter {
    private let side: Int
    private let shading: Shading
    private var pixels: [UInt8]

    /// Begins a square picture of which everything is unknown.
    init(side: Int, shading: Shading) {
        self.side = side
        self.shading = shading
        pixels = Array(repeating: Shading.unknown, count: side * side)
    }

    /// Lays a band over the pixels from `start` on; what is there stays where it is higher.
    mutating func paint(_ band: FieldBand, from start: Int) {
        let count = band.grades.count
        let scale = PlaceScale(shading)
        pixels.withUnsafeMutableBufferPointer { all in
            let pixels = UnsafeMutableBufferPointer(rebasing: all[start..<start + count])
            band.grades.withUnsafeBufferPointer { grades in
                band.confidences.withUnsafeBufferPointer { confidences in
                    for pixel in 0..<count {
                        let place = scale.place(grade: grades[pixel], confidence: confidences[pixel])
                        pixels[pixel] = max(pixels[pixel], place)
                    }
                }
            }
        }
    }

    /// The finished picture, or `nil` when all of it is unknown.
    func image() -> IndexedImage? {
        guard pixels.contains(where: { $0 != Shading.unknown }) else { return nil }
        return IndexedImage(width: side, height: side, pixels: pixels)
    }
}

/// Finds the palette's place for a grade and a confidence.
struct PlaceScale {
    private let ofLevel: Float
    private let lastShade: Float
    private let opacities: Float
    private let places: UInt32

    init(_ shading: Shading) {
        ofLevel = Float(shading.ofLevel)
        lastShade = Float(shading.count) - 0.5
        opacities = Float(shading.opacities)
        places = UInt32(shading.opacities)
    }

    /// The palette's place for a pixel.
    ///
    /// Shade 0 is none; the shades of the other levels follow, ``Shading/ofLevel`` to each. A confidence below half a
    /// step, as it is in the last kilometres of the reach, is invisible. Written without branches and conversions
    /// that check, so that the compiler makes vectors of it.
    @inline(__always)
    func place(grade: Float, confidence: Float) -> UInt8 {
        // Between two stations that lie close together the corrections of both may add up beyond the last shade.
        let shade = min((grade - 1) * ofLevel + 1, lastShade)
        let certain = min(max(confidence, 0), 1)
        let opacity = Self.wholePart(certain * opacities + 0.5)
        let place = Self.wholePart(shade > 0 ? shade : 0) &* places &+ opacity
        // All bits for an opacity of 1 or more, up to 31, none for 0.
        let visible = 0 &- (opacity &+ 31) >> 5
        return UInt8(truncatingIfNeeded: place & visible)
    }

    /// How far below a whole number a number may come out for it and still count as it.
    private static let roundingError: Float = 2e-5

    /// The whole part of a number from 0 to 255.
    ///
    /// Adding 1.5 · 2²³ leaves no bits for a fraction: the low bits of the sum are the number, rounded.
    @inline(__always)
    private static func wholePart(_ number: Float) -> UInt32 {
        (number - (0.5 - roundingError) + 12_582_912).bitPattern & 0xFF
    }
}
