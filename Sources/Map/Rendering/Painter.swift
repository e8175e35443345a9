import Drawing
import Interpolation

/// Turns grades and confidences into palette indices.
///
/// Palette indices ascend first with the shade and then with the strength, so the higher of two fields is
/// simply the greater byte.
struct Painter {
    private let side: Int
    private let shading: Shading
    private var pixels: [UInt8]

    /// Creates a square picture in which everything is unknown.
    init(side: Int, shading: Shading) {
        self.side = side
        self.shading = shading
        pixels = Array(repeating: Shading.unknown, count: side * side)
    }

    /// Paints a band over the pixels from `start` on; existing pixels stay where they are higher.
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

    /// The finished picture, or `nil` when everything is unknown.
    func image() -> IndexedImage? {
        guard pixels.contains(where: { $0 != Shading.unknown }) else { return nil }
        return IndexedImage(width: side, height: side, pixels: pixels)
    }
}

/// Finds the palette index for a grade and a confidence.
struct PlaceScale {
    private let ofLevel: Float
    private let lastShade: Float

    init(_ shading: Shading) {
        ofLevel = Float(shading.ofLevel)
        lastShade = Float(shading.count) - 0.5
    }

    /// The palette index for a pixel.
    ///
    /// Shade 0 is none; the shades of the other levels follow, ``Shading/ofLevel`` for each, all of them in the
    /// strengths of ``Trust``. There are no branches and no checked conversions, so that the compiler can
    /// vectorise the function.
    @inline(__always)
    func place(grade: Float, confidence: Float) -> UInt8 {
        // Between two stations close together, both corrections may add up beyond the last shade.
        let shade = min((grade - 1) * ofLevel + 1, lastShade)
        let strength = Self.wholePart(Trust.strength(confidence))
        let place = Self.wholePart(shade > 0 ? shade : 0) &* UInt32(Trust.strengths) &+ strength
        // All bits for a strength of 1 or more, up to 31; no bits for 0.
        let visible = 0 &- (strength &+ 31) >> 5
        return UInt8(truncatingIfNeeded: place & visible)
    }

    /// How far below a whole number a computed number may be and still count as it.
    private static let roundingError: Float = 2e-5

    /// The whole part of a number from 0 to 255.
    ///
    /// Adding 1.5 · 2²³ leaves no bits for a fraction: the low bits of the sum are the number, rounded.
    @inline(__always)
    private static func wholePart(_ number: Float) -> UInt32 {
        (number - (0.5 - roundingError) + 12_582_912).bitPattern & 0xFF
    }
}
