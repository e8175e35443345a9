package import Allergens
import Foundation
package import Geography

/// A cell of a numerical model's grid: squares of equal longitudes and latitudes, counted from 0° eastwards
/// and northwards.
package struct ModelCell: Hashable, Comparable, Sendable {
    /// The cell lies from `column` × degrees eastwards.
    package let column: Int
    /// The cell lies from `row` × degrees northwards.
    package let row: Int

    /// The allowed sizes of a cell in degrees.
    package static let sizes = 0.01...5.0

    package init(column: Int, row: Int) {
        self.column = column
        self.row = row
    }

    /// The cell of `degrees` that holds a position.
    package init(around position: Coordinate, degrees: Double) {
        column = Int(Self.cells(in: position.longitude, of: degrees).rounded(.down))
        row = Int(Self.cells(in: position.latitude, of: degrees).rounded(.down))
    }

    /// A longitude or latitude in cells.
    ///
    /// At the edge of a cell the quotient is exact: 0.3 / 0.1 is 3, not a little less.
    static func cells(in degrees: Double, of size: Double) -> Double {
        let quotient = degrees / size
        let whole = quotient.rounded()
        // 1e-9 of a cell of 5° is less than a millimetre, and a hundred times what the division may be off.
        return abs(quotient - whole) < 1e-9 ? whole : quotient
    }

    package static func < (left: ModelCell, right: ModelCell) -> Bool {
        (left.row, left.column) < (right.row, right.column)
    }
}

/// One value of a numerical model: a cell's concentration over an hour, three hours or a day.
package struct GridValue: Hashable, Sendable {
    package let cell: ModelCell
    package let allergen: Allergen.ID
    package let period: Reading.Period
    /// The concentration, zero or more, in the allergen's unit.
    package let value: Double

    package init(cell: ModelCell, allergen: Allergen.ID, period: Reading.Period, value: Double) {
        self.cell = cell
        self.allergen = allergen
        self.period = period
        self.value = value
    }
}

/// The mean of a model's cell over a day.
package struct GridDay: Hashable, Sendable {
    package let cell: ModelCell
    package let allergen: Allergen.ID
    /// The day in UTC, as the model counts it.
    package let day: CivilDate
    /// The concentration, zero or more, in the allergen's unit.
    package let value: Double

    package init(cell: ModelCell, allergen: Allergen.ID, day: CivilDate, value: Double) {
        self.cell = cell
        self.allergen = allergen
        self.day = day
        self.value = value
    }

    private struct Key: Hashable {
        let cell: ModelCell
        let allergen: Allergen.ID
        let day: CivilDate
    }

    /// The days that values make, ordered by allergen, day and cell.
    ///
    /// A day of hours counts from ``Reading/hoursForADay`` hours on; a value for the day itself counts alone.
    package static func means(of values: some Sequence<GridValue>) -> [GridDay] {
        var sums: [Key: (sum: Double, hours: Int)] = [:]
        for value in values {
            let (day, hours) = value.period.span
            let key = Key(cell: value.cell, allergen: value.allergen, day: day)
            let known = sums[key] ?? (0, 0)
            sums[key] = (known.sum + value.value * Double(hours), known.hours + hours)
        }
        return sums.filter { $0.value.hours >= Reading.hoursForADay }
            .map { key, total in
                GridDay(
                    cell: key.cell, allergen: key.allergen, day: key.day,
                    value: total.sum / Double(total.hours))
            }
            .sorted {
                ($0.allergen.rawValue, $0.day, $0.cell) < ($1.allergen.rawValue, $1.day, $1.cell)
            }
    }
}

extension Reading.Period {
    /// The day in UTC, and the number of its hours; hours that end at midnight belong to the day before.
    fileprivate var span: (day: CivilDate, hours: Int) {
        switch self {
        case .day(let day): (day, 24)
        case .hour(let end): (CivilDate(at: end.addingTimeInterval(-1), in: .gmt), 1)
        case .threeHours(let end): (CivilDate(at: end.addingTimeInterval(-1), in: .gmt), 3)
        }
    }
}
