/// Tells that the columns of an operator's table have moved, so that each taxon has the values of another.
///
/// No single day shows it: the next day confirms the one before, and many plants flower at the same time. The
/// highest values of all taxa together do: moved ones fit the seasons of their neighbours in the table better
/// than their own. Of Geneva's fortnights (six taxa, 1998–2015) with moved columns that mislead, 242 of 250 are
/// found, and no true one of 465 is doubted; at Basel (seven taxa, 1975–2015) it is one of 1,038.
package enum MovedColumns {
    /// A taxon's values in a file, and in its seasons.
    package struct Column: Sendable {
        /// The highest value of the file as ``SeasonRecord/logarithm(of:)``.
        let highest: Double
        /// What the highest values of earlier years were at this time of the year, as a mean of logarithms.
        let usual: Double

        package init(highest: Double, usual: Double) { (self.highest, self.usual) = (highest, usual) }

        /// Whether the file has more than is usual.
        package var isTooHigh: Bool { highest > usual }
    }

    /// The fewest columns whose seasons must be known: fewer often fit each other's seasons by chance.
    package static let leastColumns = 5

    /// The days from the first to the last of a file that is looked at: a few days do not tell, and years hold
    /// all seasons.
    package static let days = 7...62

    /// By how much the distances of all columns together must shrink, in powers of ten.
    private static let gain = 1.0

    /// Whether the columns fit better when each is taken for one that lies the same number of places further on.
    ///
    /// - Parameter columns: The columns in the order of the table.
    /// - Returns: Whether they have moved; `false` for few columns, which cannot tell.
    package static func areMoved(_ columns: [Column]) -> Bool {
        guard columns.count >= leastColumns else { return false }
        let best = (1..<columns.count).map { distance(of: columns, movedBy: $0) }.min()
        return best.map { distance(of: columns, movedBy: 0) - $0 > gain } ?? false
    }

    /// How far all columns are from the seasons of the taxa that are a number of places further on.
    private static func distance(of columns: [Column], movedBy places: Int) -> Double {
        columns.indices.reduce(0) {
            $0 + abs(columns[$1].highest - columns[($1 + places) % columns.count].usual)
        }
    }
}
