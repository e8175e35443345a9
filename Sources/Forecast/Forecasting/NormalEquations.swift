/// The sums of a weighted least squares fit, with a penalty for leaving a prior (ridge regression).
struct NormalEquations {
    private let size: Int
    /// The upper triangle of the symmetric matrix, in full rows.
    private var matrix: [Double]
    private var right: [Double]

    /// Starts with the penalty alone; `pull` is its right-hand side.
    init(size: Int, ridge: Double, pull: [Double]? = nil) {
        self.size = size
        matrix = [Double](repeating: 0, count: size * size)
        for place in 0..<size { matrix[place * size + place] = ridge }
        right = pull ?? [Double](repeating: 0, count: size)
    }

    /// Adds a row with the weight of its squares and its weighted outcome.
    mutating func add(_ row: [Double], weight: Double, outcome: Double) {
        for first in 0..<size {
            let share = weight * row[first]
            right[first] += row[first] * outcome
            guard share != 0 else { continue }
            for second in first..<size { matrix[first * size + second] += share * row[second] }
        }
    }

    /// The solution by Cholesky decomposition; the penalty keeps the matrix positive definite.
    func solution() -> [Double] {
        var factor = matrix
        for row in 0..<size {
            for column in row..<size {
                var rest = factor[row * size + column]
                for above in 0..<row { rest -= factor[above * size + row] * factor[above * size + column] }
                factor[row * size + column] =
                    row == column ? rest.squareRoot() : rest / factor[row * size + row]
            }
        }
        var solution = right
        for row in 0..<size {
            for above in 0..<row { solution[row] -= factor[above * size + row] * solution[above] }
            solution[row] /= factor[row * size + row]
        }
        for row in (0..<size).reversed() {
            for later in row + 1..<size { solution[row] -= factor[row * size + later] * solution[later] }
            solution[row] /= factor[row * size + row]
        }
        return solution
    }
}

/// The sum of products.
func product(_ left: [Double], _ right: [Double]) -> Double {
    var sum = 0.0
    for place in left.indices { sum += left[place] * right[place] }
    return sum
}
