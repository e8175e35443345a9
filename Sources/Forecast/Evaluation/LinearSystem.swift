/// Solves linear equations by elimination with the largest pivot of each column.
enum LinearSystem {
    /// The solution of rows of coefficients that end with the right-hand side, or `nil` when there is none.
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
