/// The answers that share something, by their authors, or by their day where answers belong to nobody.
struct AnswerCrowd {
    private(set) var answers: [Int: Int] = [:]

    mutating func add(_ unit: Int) { answers[unit, default: 0] += 1 }

    /// The number of answers.
    var count: Int { answers.values.reduce(0, +) }

    var isEmpty: Bool { answers.isEmpty }

    /// How many people they are of; where answers belong to nobody, of how many at least.
    ///
    /// Everybody gives one answer a day, so that the fullest day has as many people.
    func people(isLinked: Bool) -> Int { isLinked ? answers.count : answers.values.max() ?? 0 }

    /// The answers of both, which have none in common.
    static func + (left: Self, right: Self) -> Self {
        var sum = left
        sum.answers.merge(right.answers, uniquingKeysWith: +)
        return sum
    }

    /// The answers that are not among some of these.
    func without(_ others: [AnswerCrowd]) -> AnswerCrowd {
        var rest = self
        for (unit, count) in others.flatMap(\.answers) { rest.answers[unit, default: 0] -= count }
        rest.answers = rest.answers.filter { $0.value > 0 }
        return rest
    }
}

/// Which numbers of answers are shown beside each other.
///
/// The cells are all that can be answered to a question, and nothing. Every answer is in one of them, and how
/// many answers there are is known. So one who subtracts what is shown from it learns the sum of what is
/// hidden.
enum CellSuppression {
    /// Decides which cells are shown, such that all that follows from them is about `k` people or about
    /// nobody.
    ///
    /// Cells of fewer than `k` people are hidden, and then the smallest others until `k` people are behind
    /// all of what is hidden.
    ///
    /// - Parameters:
    ///   - cells: The cells.
    ///   - k: The fewest people.
    ///   - isLinked: Whether answers belong to people.
    /// - Returns: Whether each is shown, in their order.
    static func shown(_ cells: [AnswerCrowd], k: Int, isLinked: Bool) -> [Bool] {
        var shown = cells.map { $0.isEmpty || $0.people(isLinked: isLinked) >= k }
        var hidden = cells.indices.filter { !shown[$0] }.reduce(AnswerCrowd()) { $0 + cells[$1] }
        while !hidden.isEmpty, hidden.people(isLinked: isLinked) < k {
            let others = cells.indices.filter { shown[$0] && !cells[$0].isEmpty }
            guard let next = others.min(by: { cells[$0].count < cells[$1].count }) else { break }
            shown[next] = false
            hidden = hidden + cells[next]
        }
        return shown
    }
}
