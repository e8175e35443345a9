package import Allergens
import Foundation
package import Geography
import Interpolation

/// The best linear unbiased mean of the logarithms under a fitted ``Variogram`` (Cressie 1993, 3.2).
package struct OrdinaryKriging: Interpolator {
    package let name = "ordinary kriging, log"
    private var variogram = Variogram.unfitted

    /// Stations beyond the 32 nearest are screened by them and would only make the system larger.
    private static let neighbours = 32

    package init() {}

    package func fitted(to days: [[DayValue]]) -> OrdinaryKriging {
        var copy = self
        copy.variogram = Variogram(fittedTo: days)
        return copy
    }

    package func concentration(at position: Coordinate, from samples: [DayValue]) -> Double? {
        let near = Array(samples.nearest(Self.neighbours, to: UnitVector(position)))
        guard let first = near.first else { return nil }
        if near.count == 1 || first.squaredChord == 0 { return first.value }
        // The last row holds the sum of the weights at 1.
        let count = near.count
        var rows = near.map { station in
            near.map { variogram.value(between: station.point.squaredChord(to: $0.point)) }
                + [1, variogram.value(between: station.squaredChord)]
        }
        rows.append([Double](repeating: 1, count: count) + [0, 1])
        guard let weights = LinearSystem.solution(of: rows) else { return first.value }
        let logarithm = zip(weights, near).reduce(0) { sum, pair in
            sum + pair.0 * LogScale.logarithm(of: pair.1.value)
        }
        return LogScale.concentration(ofLogarithm: logarithm)
    }
}

extension Variogram {
    fileprivate func value(between squaredChord: Double) -> Double {
        value(atDistance: Earth.distance(ofSquaredChord: squaredChord))
    }
}

/// Linear equations, solved by elimination with the largest pivot of each column.
enum LinearSystem {
    /// The solution of rows of coefficients with the right-hand side at their end, or `nil` when there is none.
    static func solution(of rows: [[Double]]) -> [Double]? {
        var rows = rows
        for column in rows.indices {
            guard
                let pivot = rows.indices[column...].max(by: {
                    abs(rows[$0][column]) < abs(rows[$1][column])
                }), abs(rows[pivot][column]) > 1e-12
            else { return nil }
            rows.swapAt(column, pivot)
            for row in rows.indices.dropFirst(column + 1) {
                let factor = rows[row][column] / rows[column][column]
                guard factor != 0 else { continue }
                for place in column..<rows[row].count { rows[row][place] -= factor * rows[column][place] }
            }
        }
        var solution = [Double](repeating: 0, count: rows.count)
        for row in rows.indices.reversed() {
            var rest = rows[row][rows.count]
            for column in rows.indices.dropFirst(row + 1) { rest -= rows[row][column] * solution[column] }
            solution[row] = rest / rows[row][row]
        }
        return solution
    }
}
