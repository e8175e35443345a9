import Allergens

/// Results cut into spans of days, which are dealt out to folds: each fold is predicted by what the others teach.
///
/// The errors of a fit to its own lessons are too small, and what it names comes too often.
struct SpanFolds {
    /// The length of a span in days.
    ///
    /// Longer than a season's wave, so that the days beside one that is left out do not tell its error. With
    /// it the spans of a year are not the same folds as those of the next.
    private static let span = 91
    private static let count = 5

    /// The places of the results that teach, and of those that they predict, of each fold.
    ///
    /// A fold that leaves too few to learn from is left out.
    let splits: [(teachers: [Int], own: [Int])]

    /// Deals out results.
    init(_ known: [OutlookResult]) {
        let folds = known.map { $0.outlook.target.daysSinceEpoch / Self.span % Self.count }
        splits = (0..<Self.count).compactMap { fold in
            let teachers = known.indices.filter { folds[$0] != fold }
            guard teachers.count >= ForecastModel.leastResults / 2, teachers.count < known.count else {
                return nil
            }
            return (teachers, known.indices.filter { folds[$0] == fold })
        }
    }
}
