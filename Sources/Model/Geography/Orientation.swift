/// On which side of a directed line a point lies in the plane, without a rounding error.
///
/// This is the sign of a 2 × 2 determinant. It is computed in floating point where the error bound allows,
/// and otherwise exactly as a sum of unrounded products. The bound and the exact sum are those of J. R.
/// Shewchuk, “Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates” (1997).
enum Orientation {
    /// (3 + 16ε)ε with ε = 2⁻⁵³.
    private static let errorBound = 3.330_669_073_875_471_6e-16

    /// Positive when `p` lies to the left of the line from `a` to `b`, negative to the right, zero on it.
    static func sign(_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ p: SIMD2<Double>) -> Double {
        let left = (a.x - p.x) * (b.y - p.y)
        let right = (a.y - p.y) * (b.x - p.x)
        let determinant = left - right
        if abs(determinant) > errorBound * (abs(left) + abs(right)) { return determinant }
        return exactSign(a, b, p)
    }

    private static func exactSign(_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ p: SIMD2<Double>) -> Double {
        var sum = ExactSum()
        let (ax, ay) = (difference(a.x, p.x), difference(a.y, p.y))
        let (bx, by) = (difference(b.x, p.x), difference(b.y, p.y))
        sum.add(products: ax, by, sign: 1)
        sum.add(products: ay, bx, sign: -1)
        return sum.sign
    }

    /// `a − b` as the rounded value and the rounding error.
    private static func difference(_ a: Double, _ b: Double) -> SIMD2<Double> {
        let rounded = a - b
        let bVirtual = a - rounded
        let aVirtual = rounded + bVirtual
        return SIMD2(rounded, (a - aVirtual) + (bVirtual - b))
    }
}

/// A sum of floating-point numbers as parts that do not overlap, smallest first, so that nothing is rounded
/// away.
private struct ExactSum {
    private var parts: [Double] = []

    /// The sign of the sum: that of its largest part.
    var sign: Double { parts.last { $0 != 0 } ?? 0 }

    /// Adds the product of two numbers of two parts each.
    mutating func add(products a: SIMD2<Double>, _ b: SIMD2<Double>, sign: Double) {
        for (x, y) in [(a.x, b.x), (a.x, b.y), (a.y, b.x), (a.y, b.y)] {
            let product = x * y
            add(sign * product)
            add(sign * (-product).addingProduct(x, y))
        }
    }

    private mutating func add(_ value: Double) {
        var carry = value
        for place in parts.indices {
            let total = carry + parts[place]
            let added = total - carry
            parts[place] = (carry - (total - added)) + (parts[place] - added)
            carry = total
        }
        parts.append(carry)
    }
}
