extension AirQualityIndex {
    /// The concentrations of a class.
    package struct ClassRange: Sendable {
        package let airClass: Class
        /// The lowest concentration, as it is printed; of an open class the highest of the class before.
        package let begin: Double
        /// The highest concentration, as it is printed; `nil` if the class is open.
        package let end: Double?
    }

    /// The concentrations of each class that a table knows, best first.
    package func ranges(in table: Table) -> [ClassRange] {
        switch scoring {
        case .linear:
            classes.dropFirst(table.firstClass).enumerated().prefix(table.ends.count).map { place, airClass in
                ClassRange(
                    airClass: airClass, begin: begin(ofStep: place, in: table), end: table.ends[place])
            }
        case .bands:
            classes.map { airClass in
                let isOpen = airClass.last > table.ends.count
                return ClassRange(
                    airClass: airClass,
                    begin: isOpen && airClass.first > table.ends.count
                        ? table.ends[table.ends.count - 1] : begin(ofStep: airClass.first - 1, in: table),
                    end: isOpen ? nil : table.ends[airClass.last - 1])
            }
        }
    }

    /// The first concentration of a step of the table: one unit of the last decimal above the step before.
    private func begin(ofStep place: Int, in table: Table) -> Double {
        guard place > 0 else { return table.begin }
        let units = (0..<table.decimals).reduce(1.0) { product, _ in product * 10 }
        return ((table.ends[place - 1] * units).rounded() + 1) / units
    }
}
